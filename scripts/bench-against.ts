/**
 * `npm run bench -- --pages --against <commit> [path…]`: compares the pages of this tree with those of a commit, loaded cold and in turns
 * on one machine. Each round loads the commit twice: a difference counts only when it exceeds the distance of those two medians.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded } from '../server/build.ts';
import { startApplication, type Application } from '../tests/support/application.ts';
import { temporaryFolder } from '../tests/support/folder.ts';
import { logIn, median, pages, startBrowser, visit, type Load } from './bench-pages.ts';

const ROUNDS = 7;
/** Percent that a page may be slower, beyond the spread. */
const MOST_SLOWER = 10;
/** Milliseconds of blocking that nobody notices: a long task starts at 50. */
const UNNOTICED = 50;
const root = join(import.meta.dirname, '..');
const lanes = ['before', 'again', 'here'] as const;
type Lane = (typeof lanes)[number];
type Loads = Record<Lane, Load[]>;

/** Writes the files of the commit to `folder` and links the packages of this tree. */
function checkOut(commit: string, folder: string): void {
  mkdirSync(folder);
  const archive = spawnSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  if (archive.status !== 0) throw new Error(archive.stderr.toString());
  spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** Builds and starts the application of the commit with its own scripts. */
async function startOther(folder: string): Promise<Application> {
  const build = (await import(join(folder, 'server/build.ts'))) as typeof import('../server/build.ts');
  await build.buildIfNeeded();
  const other = (await import(
    join(folder, 'tests/support/application.ts')
  )) as typeof import('../tests/support/application.ts');
  return other.startApplication();
}

/** One figure of a page in both trees, with "missed" when it grew beyond the spread of the commit itself. */
function compare(loads: Loads, of: 'largest' | 'blocked') {
  const [before, again, here] = lanes.map((lane) => median(loads[lane].map((load) => load[of])));
  const spread = Math.abs(again! - before!);
  const base = (before! + again!) / 2;
  const most = base * (1 + MOST_SLOWER / 100) + spread;
  const missed = here! > (of === 'blocked' ? Math.max(most, UNNOTICED) : most);
  const change = base > 0 ? `${here! >= base ? '+' : '−'}${Math.abs((here! / base - 1) * 100).toFixed(0)} %` : '';
  const text = `${base.toFixed(0)} → ${here!.toFixed(0)} ms`.padStart(17);
  return `${text} ${change.padStart(7)} ${`±${spread.toFixed(0)}`.padStart(5)}${missed ? ' missed' : '       '}`;
}

function say(path: string, loads: Loads): void {
  const weights = (['before', 'here'] as const).map((lane) => {
    const weight = median(loads[lane].map((load) => load.weight));
    return `${weight.toFixed(0)} kB · ${median(loads[lane].map((load) => load.requests))}`;
  });
  const figures = `${compare(loads, 'largest')} ${compare(loads, 'blocked')}`;
  console.log(`${path.padEnd(24)} ${figures}  ${weights.join(' → ')}`);
}

/** Prints the table; `wanted` replaces those of the bench. */
export async function benchAgainst(commit: string, wanted: string[]): Promise<void> {
  await buildIfNeeded();
  const folder = await temporaryFolder();
  const stops: (() => Promise<unknown>)[] = [];
  try {
    checkOut(commit, join(folder, 'tree'));
    const other = await startOther(join(folder, 'tree'));
    stops.push(() => other.stop());
    const own = await startApplication();
    stops.push(() => own.stop());
    const browser = await startBrowser();
    stops.push(() => browser.close());
    const urls = { before: other.url, again: other.url, here: own.url };
    const cookies = { other: await logIn(browser, other.url), own: await logIn(browser, own.url) };
    console.log(
      'Page: largest paint and blocked time (change, spread of the commit against itself), weight · requests',
    );
    for (const path of wanted.length > 0 ? wanted : pages) {
      const loads: Loads = { before: [], again: [], here: [] };
      for (let round = 0; round < ROUNDS; round++)
        // Every lane takes its turn to come first.
        for (const lane of lanes.map((_, index) => lanes[(index + round) % lanes.length]!)) {
          const [cold] = await visit(browser, lane === 'here' ? cookies.own : cookies.other, urls[lane] + path, 1);
          loads[lane].push(cold!);
        }
      say(path, loads);
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
