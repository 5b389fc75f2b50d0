/** `npm run test:soak`: the tests of faults in their long profile, bounded and on loopback only. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildIfNeeded } from '../server/build.ts';

await buildIfNeeded();
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'faults'], {
  stdio: 'inherit',
  env: { ...process.env, SOAK: '1' },
});
process.exit(status ?? 1);
