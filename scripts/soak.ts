/** `npm run test:soak`: the tests of faults and the random tests in their long profile, on loopback only. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfNeeded } from '../server/build.ts';
import { runVitest, stopped } from './vitest.ts';

const root = join(import.meta.dirname, '..');
const signal = stopped();
await buildIfNeeded(signal);
const files: string[] = [];
for await (const file of glob('tests/**/*.test.ts', { cwd: root }))
  if ((await readFile(join(root, file), 'utf8')).includes('support/rounds.ts')) files.push(file);
process.exit((await runVitest(['tests/faults', ...files], { signal, env: { SOAK: '1' } })) ?? 1);
