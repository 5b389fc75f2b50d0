import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { leaveBrowser, openBrowser, signIn } from '#tests/support/browser.ts';
import { visits, type Visit } from '#tests/support/pages.ts';
import { DEMO_USERS, serverUrl } from '#tests/support/server.ts';
import { circleIn, scriptsOfBuild, weightsOf } from '#tests/support/weights.ts';
import { EXAMPLE } from './quote-page.ts';

/** At most so many compressed bytes of script and requests, by what a page holds (1 kB = 1000 B). */
const budgets = {
  /** Without a widget; so are pages that a link opens for everybody. */
  plain: { most: 20_000, requests: 10 },
  list: { most: 115_000, requests: 26 },
  /** A record's page; so is a quote once it is issued. */
  record: { most: 135_000, requests: 26 },
  builder: { most: 165_000, requests: 26 },
  /** A list with the grid, which who chooses it loads. */
  grid: { most: 115_000 + 210_000, requests: 26 },
};
const CSS = 25_000;
const builders = [
  '/quotation/new/{makerid}/{modelid}/{carid}',
  '/quotation/used/{stockid}',
  '/quotation/b2b',
  '/dealer/contracts/{contractNew}',
];

function kindOf(route: string, hasWidget: boolean): keyof typeof budgets {
  if (!hasWidget) return 'plain';
  if (builders.includes(route)) return 'builder';
  return route.endsWith('{id}') || route === '/dealer/leads/handle' ? 'record' : 'list';
}

const cookies = new Map<Visit['as'], Promise<string>>();
async function logIn(as: keyof typeof DEMO_USERS): Promise<string> {
  const answer = await fetch(`${serverUrl()}/api/auth/login`, {
    method: 'POST',
    headers: { origin: serverUrl(), 'content-type': 'application/json' },
    body: JSON.stringify({ email: DEMO_USERS[as], password: DEMO_PASSWORD }),
  });
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}
const asked = new Map<string, Promise<string>>();
/** The HTML of a page; what one test has asked for serves the next one. */
function htmlOf({ address, as }: Visit): Promise<string> {
  const key = `${as} ${address}`;
  const html = asked.get(key) ?? ask({ address, as });
  asked.set(key, html);
  return html;
}
async function ask({ address, as }: Pick<Visit, 'address' | 'as'>): Promise<string> {
  if (as && !cookies.has(as)) cookies.set(as, logIn(as));
  const cookie = as ? await cookies.get(as)! : '';
  const answer = await fetch(serverUrl() + address, { headers: { cookie }, redirect: 'error' });
  expect(answer.status).toBe(200);
  return answer.text();
}

test.each(visits)('$route: what its HTML asks for is within its budget', async (visit) => {
  const html = await htmlOf(visit);
  const { script, style, files, hasWidget } = weightsOf(html);
  const { most, requests } = budgets[kindOf(visit.route, hasWidget)];
  expect(script).toBeGreaterThan(0);
  expect(script).toBeLessThanOrEqual(most);
  expect(style).toBeGreaterThan(0);
  expect(style).toBeLessThanOrEqual(CSS);
  // With its HTML.
  expect(files + 1).toBeLessThanOrEqual(requests);
  // React brings each boundary to life in a pass of its own (OnDemand.tsx).
  expect(html).not.toContain('<!--$');
});

test.each(visits)(
  '$route: nothing behind the styles stops the reading of the page until they are there',
  async (visit) => {
    const html = await htmlOf(visit);
    const styles = html.indexOf('<link rel="stylesheet"');
    expect(styles).toBeGreaterThan(0);
    // What loads apart or holds data does not wait.
    const waits = html
      .slice(styles)
      .match(/<script(?![^>]* (?:type="(?:module|application\/json)"|async|defer))[^>]*>.{0,80}/gs);
    expect(waits).toBeNull();
  },
);

test('an issued quote: what its HTML asks for is within its budget', async () => {
  const list = await htmlOf({ route: '', address: '/dealer/quotes/retail?state=issued', as: 'admin' });
  const [, address] = /href="(\/quotation\/new\/[^"]*[?]quote=\d+)"/.exec(list)!;
  const { script, files, islands } = weightsOf(await htmlOf({ route: '', address: address!, as: 'admin' }));
  expect(islands.join()).toContain('/Issued.');
  expect(script).toBeLessThanOrEqual(budgets.record.most);
  expect(files + 1).toBeLessThanOrEqual(budgets.record.requests);
});

test('no scripts of the build import each other in a circle: one of them would start with undefined', () => {
  const knot = new Map([
    ['a', ['b', 'c']],
    ['b', []],
    ['c', ['d']],
    ['d', ['c']],
  ]);
  expect(circleIn(knot)).toEqual(['c', 'd', 'c']);
  const scripts = scriptsOfBuild();
  expect(scripts.size).toBeGreaterThan(20);
  expect(circleIn(scripts)).toBeNull();
});

test('no script of the build checks shapes: the server does, and browsers read its answers by types', () => {
  expect([...scriptsOfBuild('ZodObject').keys()]).toEqual([]);
});

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

/** Logged in and past the first page, which also asks for the company. */
const states = new Map<string, ReturnType<typeof enter>>();
async function enter(as: keyof typeof DEMO_USERS) {
  const context = await browser.newContext({ baseURL: serverUrl() });
  await signIn(context, as);
  const page = await context.newPage();
  await page.goto('/updates', { waitUntil: 'networkidle' });
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Body bytes on the wire of everything that the page loads until it is at rest, by kind; and how many files those are. */
async function weigh(path: string, as: keyof typeof DEMO_USERS | null) {
  if (as && !states.has(as)) states.set(as, enter(as));
  const context = await browser.newContext({
    baseURL: serverUrl(),
    viewport: { width: 1366, height: 768 },
    ...(as && { storageState: await states.get(as)! }),
  });
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
  const heads = new Map<string, { type: string; bytes: number }>();
  const bytes = { Script: 0, Stylesheet: 0 } as Record<string, number> & Record<'Script' | 'Stylesheet', number>;
  const addresses = new Set<string>();
  wire.on('Network.responseReceived', ({ requestId, type, response }) => {
    // What stands in the styles themselves is no request, and the tab's icon is the browser's own.
    if (response.url.startsWith('data:') || response.url.endsWith('/favicon.svg')) return;
    heads.set(requestId, { type, bytes: response.encodedDataLength });
    addresses.add(response.url);
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = heads.get(requestId);
    if (head) bytes[head.type] = (bytes[head.type] ?? 0) + encodedDataLength - head.bytes;
  });
  const answer = await page.goto(path, { waitUntil: 'networkidle' });
  expect(answer?.status()).toBe(200);
  await page.locator('astro-island[ssr]').waitFor({ state: 'detached' });
  if (path.includes('mode=grid')) await page.getByRole('grid').waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  return { ...bytes, requests: addresses.size };
}

/** In the browser: what scripts load on their own once they run is counted too. */
test.each([
  ['/', null, 'plain'],
  ['/dealer', 'seller', 'plain'],
  ['/dealer/customers/1', 'seller', 'record'],
  [EXAMPLE, 'seller', 'builder'],
  ['/dealer/quotes/retail', 'director', 'list'],
  ['/dealer/quotes/retail?mode=grid', 'director', 'grid'],
] as const)('%s as %s loads no more than a page of kind "%s" may', async (path, as, kind) => {
  const { Script, Stylesheet, requests } = await weigh(path, as);
  expect(Script).toBeGreaterThan(0);
  expect(Script).toBeLessThanOrEqual(budgets[kind].most);
  expect(Stylesheet).toBeGreaterThan(0);
  expect(Stylesheet).toBeLessThanOrEqual(CSS);
  expect(requests).toBeLessThanOrEqual(budgets[kind].requests);
});
