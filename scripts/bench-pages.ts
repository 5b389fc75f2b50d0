/**
 * `npm run bench -- --pages [path…]`: how long a person waits on a slow PC (CPU ÷6) and line (10 Mbit/s, 40 ms). Each page is loaded cold
 * and warm, and still, that is with scripts that never come, in the same run as an empty page of the same server; the medians of `ROUNDS`
 * are printed with their targets.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Cookie } from 'playwright';
import { buildIfNeeded } from '../server/build.ts';
import { startApplication } from '../tests/support/application.ts';
import { needChromium } from './chromium.ts';

const ROUNDS = 5;
const CPU = 6;
const LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const DIRECTOR = { email: 'elena.conti@brera.example.it', password: 'Prova-2026-demo' };
const EMPTY = '/empty.html';
/** Time for work that islands do after the page is quiet. */
const REST_MS = 600;
/** A page may be painted so many times later than the same page without scripts. */
const MOST_STILL = 1.2;

export const pages = [
  '/',
  '/updates',
  '/dealer',
  '/dealer/settings',
  '/dealer/releases',
  '/quotation/new',
  '/dealer/quotes/retail',
  '/dealer/accessories',
  '/dealer/tyres',
  '/quotation/new/1/2/8',
  '/dealer/contracts/1',
  '/dealer/leads/handle?lead=1',
];

/** Times in milliseconds from the start of the navigation; weight in kB transferred. */
export interface Load {
  first: number;
  largest: number;
  blocked: number;
  weight: number;
  requests: number;
  hasWidget: boolean;
}

export const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
const middle = (loads: Load[], of: Exclude<keyof Load, 'hasWidget'>) => median(loads.map((load) => load[of]));

async function load(context: BrowserContext, url: string, isStill: boolean): Promise<Load> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { largest: 0, blocked: 0 };
    Object.assign(globalThis, { seen });
    const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    watch('largest-contentful-paint', ({ startTime }) => (seen.largest = startTime));
    watch('longtask', ({ duration }) => (seen.blocked += duration - 50));
  });
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', LINE);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  const asked = new Set<string>();
  let bytes = 0;
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.fromDiskCache && !response.fromPrefetchCache) asked.add(requestId);
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId)) bytes += encodedDataLength;
  });
  // Asked for, they get no answer.
  if (isStill) await wire.send('Fetch.enable', { patterns: [{ urlPattern: '*/_astro/*.js*' }] });
  const answer = await page.goto(url, { waitUntil: isStill ? 'commit' : 'networkidle' });
  if (answer?.status() !== 200) throw new Error(`${url}: ${answer?.status()}`);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const hasWidget = (await page.locator('astro-island').count()) > 0;
  if (!isStill) {
    await page.locator('#scripts, astro-island[ssr]').first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
  }
  await page.waitForTimeout(REST_MS);
  const seen = await page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ...(globalThis as { seen?: Pick<Load, 'largest' | 'blocked'> }).seen!,
  }));
  await page.close();
  return { ...seen, weight: bytes / 1000, requests: asked.size, hasWidget };
}

/** A fresh browser profile. The login page redirects a logged-in user. */
async function profile(browser: Browser, cookies: Cookie[], url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  if (new URL(url).pathname !== '/') await context.addCookies(cookies);
  return context;
}

/** Loads a page `times` times in one profile: the first time is cold. With `isStill` its scripts never come. */
export async function visit(
  browser: Browser,
  cookies: Cookie[],
  url: string,
  times: number,
  isStill = false,
): Promise<Load[]> {
  const context = await profile(browser, cookies, url);
  const loads: Load[] = [];
  for (let time = 0; time < times; time++) loads.push(await load(context, url, isStill));
  await context.close();
  return loads;
}

/** How many times later than without scripts the page is painted: its first and its largest picture. */
function besideStill(loads: Load[], still: Load[]): string {
  const [first, largest] = (['first', 'largest'] as const).map((of) => middle(loads, of) / middle(still, of));
  const misses = Math.max(first!, largest!) > MOST_STILL;
  return `${first!.toFixed(2)}× ${largest!.toFixed(2)}×, ≤ ${MOST_STILL}×${misses ? '  missed' : ''}`;
}

function say(path: string, state: 'cold' | 'warm', loads: Load[], empty: Load[], still: Load[]) {
  const ms = (of: 'first' | 'largest' | 'blocked') => `${middle(loads, of).toFixed(0)} ms`.padStart(9);
  const over = middle(loads, 'largest') - middle(empty, 'largest');
  const [mostOver, mostBlocked] = loads[0]!.hasWidget ? [600, 350] : [350, 100];
  const misses = over > mostOver || middle(loads, 'blocked') > mostBlocked;
  const aim =
    path === EMPTY || state === 'warm'
      ? ''
      : `≤ +${mostOver}, ≤ ${mostBlocked} ms${misses ? '  missed' : ''}  ${besideStill(loads, still)}`;
  const weight = `${middle(loads, 'weight').toFixed(0)} kB · ${middle(loads, 'requests')}`.padStart(13);
  const largest = `${ms('largest')} ${`(+${over.toFixed(0)})`.padStart(7)}`;
  console.log(`${path.padEnd(26)} ${state} ${ms('first')} ${largest} ${ms('blocked')} ${weight}  ${aim}`);
}

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: needChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });

export async function logIn(browser: Browser, url: string): Promise<Cookie[]> {
  const context = await browser.newContext();
  await context.request.post(`${url}/api/auth/login`, { headers: { origin: url }, data: DIRECTOR });
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Prints the table; `wanted` replaces its pages. */
export async function benchPages(wanted: string[]): Promise<void> {
  await buildIfNeeded();
  const empty = join(import.meta.dirname, '../dist/client', EMPTY);
  writeFileSync(empty, '<!doctype html><title>Vuota</title><p>Vuota</p>');
  const application = await startApplication();
  const browser = await startBrowser();
  try {
    const cookies = await logIn(browser, application.url);
    const paths = [EMPTY, ...(wanted.length > 0 ? wanted : pages)];
    const results = new Map(
      paths.map((path) => [path, { cold: [] as Load[], warm: [] as Load[], still: [] as Load[] }]),
    );
    // Takes the pages in turns, so that a noisy moment hits all of them.
    for (let round = 0; round < ROUNDS; round++)
      for (const [path, { cold, warm, still }] of results) {
        const [first, second] = await visit(browser, cookies, application.url + path, 2);
        cold.push(first!);
        warm.push(second!);
        still.push(...(await visit(browser, cookies, application.url + path, 1, true)));
      }
    console.log(
      'Page: first paint, largest (over the empty page), blocked, weight · requests, aim, first and largest beside the page without scripts',
    );
    for (const state of ['cold', 'warm'] as const)
      for (const [path, loads] of results) say(path, state, loads[state], results.get(EMPTY)![state], loads.still);
  } finally {
    await browser.close();
    await application.stop();
    rmSync(empty);
  }
}
