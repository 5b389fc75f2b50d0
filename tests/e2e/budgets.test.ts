import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, signIn } from '#tests/support/browser.ts';
import { serverUrl, type DEMO_USERS } from '#tests/support/server.ts';
import { EXAMPLE } from './quote-page.ts';

/** Budgets of compressed script in bytes, by what a page holds (1 kB = 1000 B). */
const STATIC = 15_000;
const FORM = 100_000;
const BUILDER = 125_000;
const LIST = 85_000;
const GRID = 290_000;
const CSS = 25_000;
/** Narrow screens show lists as cards and never load the grid. */
const WIDE = 1366;
const NARROW = 600;

const pages: [path: string, as: keyof typeof DEMO_USERS | null, script: number, width?: number][] = [
  ['/', null, FORM],
  ['/fms/login', null, FORM],
  ['/resetpassword', null, FORM],
  ['/dealer', 'seller', STATIC],
  ['/updates', 'seller', STATIC],
  ['/dealer/releases', 'seller', STATIC],
  ['/dealer/quotes', 'seller', STATIC],
  ['/quotation', 'seller', STATIC],
  ['/quotation/new', 'seller', STATIC],
  ['/quotation/new/1/2', 'seller', STATIC],
  ['/quotation/comparison?ids=1', 'director', STATIC],
  ['/fms', 'manufacturer', STATIC],
  ['/dealer/settings', 'seller', FORM],
  ['/fms/settings', 'manufacturer', FORM],
  [EXAMPLE, 'seller', BUILDER],
  ['/dealer/quotes/retail', 'director', LIST, NARROW],
  ['/dealer/quotes/retail', 'director', GRID],
  ['/dealer/accessories', 'admin', LIST, NARROW],
  ['/dealer/accessories', 'admin', GRID],
  ['/dealer/tyres', 'admin', LIST, NARROW],
  ['/dealer/tyres', 'admin', GRID],
];

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Body bytes on the wire of everything that the page loads until it is at rest, by kind. */
async function weigh(path: string, as: keyof typeof DEMO_USERS | null, width: number) {
  const context = await browser.newContext({ baseURL: serverUrl(), viewport: { width, height: 768 } });
  if (as) await signIn(context, as);
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
  const heads = new Map<string, { type: string; bytes: number }>();
  const bytes: Record<string, number> = { Script: 0, Stylesheet: 0 };
  wire.on('Network.responseReceived', ({ requestId, type, response }) =>
    heads.set(requestId, { type, bytes: response.encodedDataLength }),
  );
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = heads.get(requestId);
    if (head) bytes[head.type] = (bytes[head.type] ?? 0) + encodedDataLength - head.bytes;
  });
  const answer = await page.goto(path, { waitUntil: 'networkidle' });
  expect(answer?.status()).toBe(200);
  await page.locator('astro-island[ssr]').waitFor({ state: 'detached' });
  if (width === WIDE && (await page.locator('.list-page').count())) await page.getByRole('grid').waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  return bytes;
}

test.each(pages)('%s as %s: at most %i B of script', async (path, as, most, width = WIDE) => {
  const { Script, Stylesheet } = await weigh(path, as, width);
  expect(Script).toBeGreaterThan(0);
  expect(Script).toBeLessThanOrEqual(most);
  expect(Stylesheet).toBeGreaterThan(0);
  expect(Stylesheet).toBeLessThanOrEqual(CSS);
});
