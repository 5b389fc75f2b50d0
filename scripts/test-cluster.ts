/**
 * `npm run test:cluster`: the tests of tests/cluster on the Citus cluster whose coordinator is CLUSTER_URL (docs/deploy.md says how one is
 * started); without it they are skipped. Arguments go to vitest.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

if (!process.env.CLUSTER_URL) {
  console.log('tests/cluster: saltati, manca CLUSTER_URL (il coordinatore di un cluster Citus).');
  process.exit();
}
const root = join(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'cluster', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
