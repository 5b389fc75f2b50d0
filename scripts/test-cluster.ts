/**
 * `npm run test:cluster`: the tests of tests/cluster on the Citus cluster whose coordinator is CLUSTER_URL (docs/deploy.md says how one is
 * started); without it they are skipped. Arguments go to vitest.
 */
import { runVitest, stopped } from './vitest.ts';

if (!process.env.CLUSTER_URL) {
  console.log('tests/cluster: saltati, manca CLUSTER_URL (il coordinatore di un cluster Citus).');
  process.exit();
}
process.exit((await runVitest(['--project', 'cluster', ...process.argv.slice(2)], { signal: stopped() })) ?? 1);
