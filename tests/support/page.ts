import type { Browser, BrowserContext, BrowserContextOptions, Page, ViewportSize } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { leaveBrowser, openBrowser, signIn } from './browser.ts';
import { serverUrl, type DEMO_USERS } from './server.ts';

/** The browser of the tests after `pageAs`: each test has a page as new, in a context that the tests before it left empty. */
export let browser: Browser;
export let context: BrowserContext;
export let page: Page;

/** Holds back the answers of matching addresses until the returned function is called. */
export async function hold(there: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await there.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** What a person's browser keeps of this site, as on a new computer; scripts and styles stay, which costs half of a page to load again. */
async function forgetAll(there: Page): Promise<void> {
  const wire = await there.context().newCDPSession(there);
  await wire.send('Storage.clearDataForOrigin', { origin: serverUrl(), storageTypes: 'local_storage,indexeddb' });
  await wire.detach();
}

/**
 * The page of the test before, if it is as a new one. To go on from there costs half: a new page begins in another
 * process, which compiles all scripts anew. A test that has a page run a script before its own closes it at the end.
 */
async function pageBefore({ width, height }: ViewportSize): Promise<Page | undefined> {
  const size = page.viewportSize();
  if (size?.width !== width || size.height !== height) return undefined;
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // The smallest file that has the headers of a page, without which the browser changes the process.
  await page.goto('/version.json');
  const isNew = await page.evaluate(() => {
    sessionStorage.clear();
    return !('__pwClock' in globalThis) && !matchMedia('print').matches;
  });
  return isNew ? page : undefined;
}

/** Cookies of the last login of each user, for the files of a worker: all of them ask one application. */
const sessions = new Map<keyof typeof DEMO_USERS, Awaited<ReturnType<BrowserContext['cookies']>>>();

/**
 * Gives each test of the file or block a page on which this user is logged in: with the session of a test before,
 * where it still stands, because each login costs the hash of a password. `device`: another one than the showroom's PC.
 */
export function pageAs(user: keyof typeof DEMO_USERS, device: BrowserContextOptions = {}): void {
  const settings = { baseURL: serverUrl(), viewport: { width: 1366, height: 768 }, ...device };
  let isKept = false;
  beforeAll(async () => {
    browser = await openBrowser();
    context = await browser.newContext(settings);
  });
  afterAll(() => leaveBrowser(browser));
  beforeEach(async () => {
    await context.unrouteAll();
    await context.setOffline(false);
    const kept = isKept && !page.isClosed() ? await pageBefore(settings.viewport!).catch(() => undefined) : undefined;
    await Promise.all(context.pages().flatMap((open) => (open === kept ? [] : [open.close()])));
    await context.clearCookies();
    const session = sessions.get(user);
    if (session) await context.addCookies(session);
    if (!session || !(await context.request.get('/api/auth/user')).ok()) {
      await signIn(context, user);
      sessions.set(user, await context.cookies());
    }
    page = kept ?? (await context.newPage());
    await forgetAll(page);
  });
  // What a failed test shows stays open until the next one begins (first-try.ts).
  afterEach(({ task }) => void (isKept = task.result?.state === 'pass'));
}
