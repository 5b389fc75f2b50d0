/** `npm run test:soak`: the tests of faults and the random tests in their long profile, on loopback only. */
import { spawnSync } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfNeeded } from '../server/build.ts';

const root = join(import.meta.dirname, '..');
await buildIfNeeded();
const files: string[] = [];
for await (const file of glob('tests/**/*.test.ts', { cwd: root }))
  if ((await readFile(join(root, file), 'utf8')).includes('support/rounds.ts')) files.push(file);
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'tests/faults', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SOAK: '1' },
});
process.exit(status ?? 1);
