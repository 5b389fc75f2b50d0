/**
 * `npm test`: types, lint, format, build, then every test; arguments go to vitest. The last line counts steps and tests:
 * `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded } from '../server/build.ts';
import { needChromium } from './chromium.ts';
import { format, lint, runSteps, tool, type Step } from './steps.ts';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

const browser: Step = { name: 'chromium', run: async () => void (process.env.CHROMIUM_PATH = needChromium()) };
const steps = [
  browser,
  { name: 'build', run: () => buildIfNeeded() },
  tool('astro check', 'astro', 'check'),
  lint,
  format,
];
const failedSteps = await runSteps(steps);
const tests = await runTests(process.argv.slice(2));
const failed = failedSteps + tests.failed;
if (tests.skipped) console.log(`${tests.skipped} skipped`);
console.log(`${steps.length - failedSteps + tests.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function runTests(args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'volante-report-'));
  const file = join(folder, 'report.json');
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const flags = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args];
  const child = spawn(process.execPath, [vitest, ...flags], { stdio: 'inherit' });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => undefined,
  );
  await rm(folder, { recursive: true });
  const passed = report?.numPassedTests ?? 0;
  // A file that does not even load has no failed test of its own.
  const broken = report?.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  let failures = (report?.numFailedTests ?? 0) + (broken?.length ?? 0);
  // Errors outside any test, a crash, or nothing to run are failures too.
  if (failures === 0 && (code !== 0 || passed === 0)) failures = 1;
  return { passed, failed: failures, skipped: report?.numPendingTests ?? 0 };
}
