import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openBrowser, signIn } from './browser.ts';
import { serverUrl, type DEMO_USERS } from './server.ts';

/** The browser of the tests that `pageAs` stands before; context and page are new for each of them. */
export let browser: Browser;
export let context: BrowserContext;
export let page: Page;

/** Answers of such addresses stay on their way until what this gives back is called. */
export async function hold(there: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await there.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Each test of the file or block gets a page on which this user is logged in. */
export function pageAs(user: keyof typeof DEMO_USERS): void {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    context = await browser.newContext({ baseURL: serverUrl(), viewport: { width: 1366, height: 768 } });
    await signIn(context, user);
    page = await context.newPage();
  });
  afterEach(async ({ task }) => {
    // What stood on the page says more than the assertion.
    if (task.result?.state === 'fail' && !page.isClosed())
      console.error(
        `${task.name}, ${page.url()}:\n${(await page.locator('dialog[open], main').last().ariaSnapshot()).slice(0, 4000)}`,
      );
    await context.close();
  });
}
