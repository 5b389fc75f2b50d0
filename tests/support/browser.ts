import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { findChromium } from '#scripts/chromium.ts';
import { DEMO_USERS, serverUrl } from './server.ts';

let opened: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium manca: `npm test` lo cerca o lo installa.');
  // Containers offer no sandbox and only a small /dev/shm. One process for all pages of a context costs a tenth less than one for each.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--renderer-process-limit=1'];
  // A page of a test lives for seconds: what V8 would optimise for the long run costs more than it gives.
  args.push('--js-flags=--no-turbofan --no-maglev --always-sparkplug');
  const browser = await chromium.launch({ executablePath, args });
  browser.on('disconnected', () => (opened = undefined));
  return browser;
}

/** The browser of the worker, which its files use in turn; after its tests a file calls `leaveBrowser`. */
export const openBrowser = (): Promise<Browser> => (opened ??= launch());

/** What is open in the browser of the worker, each as text with its address. */
export async function pagesOpen(): Promise<string[]> {
  const pages = (await opened)?.contexts().flatMap((context) => context.pages()) ?? [];
  return Promise.all(
    pages.map(async (page) => {
      const shown = page.locator('dialog[open], main').last();
      // A page that was never opened has none.
      const text = await shown.ariaSnapshot({ timeout: 2000 }).catch(() => 'nothing');
      return `${page.url()}:\n${text.slice(0, 4000)}`;
    }),
  );
}

/** Closes what is open in the browser, so that the next file finds nothing of this one. */
export async function leaveBrowser(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Logs the context in through the gateway, without the login page. */
export async function signIn(context: BrowserContext, as: keyof typeof DEMO_USERS): Promise<void> {
  const response = await context.request.post(`${serverUrl()}/api/auth/login`, {
    headers: { origin: serverUrl() },
    data: { email: DEMO_USERS[as], password: DEMO_PASSWORD },
  });
  if (!response.ok()) throw new Error(`Accesso di ${DEMO_USERS[as]}: ${response.status()} ${await response.text()}`);
}

/** From now on every opened page records layout shifts that happen without input. */
export async function watchJumps(pages: BrowserContext | Page): Promise<void> {
  await pages.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const seen: string[] = [];
    Object.assign(globalThis, { jumps: seen });
    const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          for (const { node, previousRect, currentRect } of sources) {
            const { localName, className } = (node ?? {}) as Partial<Element>;
            seen.push(
              `${value.toFixed(4)}: ${localName ?? node?.nodeName}.${className ?? ''} from ${at(previousRect)} to ${at(currentRect)}`,
            );
          }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The layout shifts of the page since it was opened: size, element, old and new position. */
export const jumpsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { jumps: string[] }).jumps);
