/**
 * `npm test`: types, lint, format, build, then every test; arguments go to vitest. The end repeats the failures, because it is read first.
 * The last line counts steps and tests: `N passed, N failed`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildIfNeeded } from '../server/build.ts';
import { needChromium } from './chromium.ts';
import { format, lint, runSteps, tool, type Step } from './steps.ts';
import { runVitest, stopped } from './vitest.ts';

const root = join(import.meta.dirname, '..');

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

const signal = stopped();
const browser: Step = { name: 'chromium', run: async () => void (process.env.CHROMIUM_PATH = needChromium()) };
/** What the tests need, and beside the build what takes both processors by itself. */
const first = [browser, { name: 'build', run: buildIfNeeded }, lint];
/** One after the other beside the first tests, which leave a processor idle while their database is made. */
const beside = [tool('astro check', 'astro', 'check', '--tsconfig', 'tsconfig.pages.json'), ...format];
const failures = await runSteps(first, { signal });
const [late, tests] = await Promise.all([runSteps(beside, { signal, atOnce: 1 }), runTests(process.argv.slice(2))]);
if (signal.aborted) {
  console.log('Interrotto.');
  process.exit(1);
}
failures.push(...late);
const passedSteps = first.length + beside.length - failures.length;
failures.push(...tests.failures);
if (failures.length) console.log(`\n${failures.join('\n')}\n`);
if (tests.skipped) console.log(`${tests.skipped} skipped`);
console.log(`${passedSteps + tests.passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function runTests(args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'volante-report-'));
  const file = join(folder, 'report.json');
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runVitest([...flags, ...args], { signal });
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => undefined,
  );
  await rm(folder, { recursive: true });
  const passed = report?.numPassedTests ?? 0;
  const failures = (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that fails to load has no failed test of its own.
    if (status === 'failed' && failed.length === 0) return [`✗ ${file}`];
    return failed.map(({ fullName }) => `✗ ${file}: ${fullName}`);
  });
  // Errors outside any test, a crash, and an empty run are failures, too.
  if (failures.length === 0 && (code !== 0 || passed === 0))
    failures.push(`✗ vitest: codice ${code}, ${passed} passed`);
  return { passed, failures, skipped: report?.numPendingTests ?? 0 };
}
