import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { leaveBrowser, openBrowser, signIn } from './browser.ts';
import { serverUrl, type DEMO_USERS } from './server.ts';

/** The browser of the tests after `pageAs`: each test has a page of its own, in a context that the tests before it left empty. */
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

/** Cookies of the last login of each user, for the files of a worker: all of them ask one application. */
const sessions = new Map<keyof typeof DEMO_USERS, Awaited<ReturnType<BrowserContext['cookies']>>>();

/**
 * Gives each test of the file or block a page on which this user is logged in: with the session of a test before,
 * where it still stands, because each login costs the hash of a password. `device`: another one than the showroom's PC.
 */
export function pageAs(user: keyof typeof DEMO_USERS, device: BrowserContextOptions = {}): void {
  beforeAll(async () => {
    browser = await openBrowser();
    context = await browser.newContext({ baseURL: serverUrl(), viewport: { width: 1366, height: 768 }, ...device });
  });
  afterAll(() => leaveBrowser(browser));
  beforeEach(async () => {
    await context.clearCookies();
    const session = sessions.get(user);
    if (session) await context.addCookies(session);
    if (!session || !(await context.request.get('/api/auth/user')).ok()) {
      await signIn(context, user);
      sessions.set(user, await context.cookies());
    }
    page = await context.newPage();
    await forgetAll(page);
  });
  afterEach(async ({ task }) => {
    // The text of the page explains more than the assertion.
    if (task.result?.state === 'fail' && !page.isClosed()) {
      const shown = page.locator('dialog[open], main').last();
      // A page that was never opened has none.
      const text = await shown.ariaSnapshot({ timeout: 2000 }).catch(() => 'nothing');
      console.error(`${task.name}, ${page.url()}:\n${task.result.errors?.at(-1)?.message}\n${text.slice(0, 4000)}`);
    }
    await context.unrouteAll();
    await context.setOffline(false);
    await Promise.all(context.pages().map((open) => open.close()));
  });
}
