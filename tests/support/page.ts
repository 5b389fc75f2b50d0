import type { Browser, BrowserContext, BrowserContextOptions, Page, ViewportSize } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { cleared, forgetAll, leaveBrowser, openBrowser, openContext, signInAgain } from './browser.ts';
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

/** How other devices than the showroom's PC are opened. */
type Device = BrowserContextOptions & { viewport: ViewportSize };

/**
 * Gives each test of the file or block a page on which this user is logged in: with the session of a test before,
 * where it still stands, because each login costs the hash of a password. `device`: another one than the showroom's PC.
 */
export function pageAs(user: keyof typeof DEMO_USERS, device?: Device): void {
  let isKept = true;
  beforeAll(async () => {
    browser = await openBrowser();
    context = device
      ? await browser.newContext({ baseURL: serverUrl(), ...device })
      : (await openContext(browser)).context;
  });
  // Of a test that failed nobody knows what it left in its pages.
  const leaveFailed = () => (isKept ? [] : Promise.all(context.pages().map((open) => open.close())));
  afterAll(async () => {
    await leaveFailed();
    await context.close();
    await leaveBrowser(browser);
  });
  beforeEach(async () => {
    await leaveFailed();
    const kept = await cleared(context, device?.viewport);
    await signInAgain(context, user);
    page = kept ?? (await context.newPage());
    if (!kept) await forgetAll(page);
  });
  // What a failed test shows stays open until the next one begins (first-try.ts).
  afterEach(({ task }) => void (isKept = task.result?.state === 'pass'));
}
