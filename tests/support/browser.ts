import { chromium, type Browser, type BrowserContext, type Page, type ViewportSize } from 'playwright';
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
  browser.on('disconnected', () => {
    opened = undefined;
    free.clear();
  });
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
  const used = browser.contexts().filter((context) => !free.has(context));
  await Promise.all(used.map((context) => context.close()));
}

/** The screen of the showroom's PC. */
const SCREEN = { width: 1366, height: 768 };
/** Contexts that files before have left, cleared, each with its page: a new one compiles all scripts anew, which costs half of what a page does. */
const free = new Map<BrowserContext, Page>();
/** As many as the people of a sale, who each have their own. */
const MOST_FREE = 5;

/** A context of the showroom's PC, as new, and its page; closed it serves another test, unless something of this one stays in it. */
export async function openContext(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const [first] = free;
  if (first) {
    const [context, page] = first;
    free.delete(context);
    return { context, page };
  }
  const context = await browser.newContext({ baseURL: serverUrl(), viewport: SCREEN });
  const close = context.close.bind(context);
  context.close = async () => {
    const kept = free.size < MOST_FREE && (await cleared(context).catch(() => undefined));
    if (kept) free.set(context, kept);
    else await close();
  };
  return { context, page: await context.newPage() };
}

/** Takes out of a context all that tests leave in it, and closes its pages but the first one, if that is then as a new one. */
export async function cleared(context: BrowserContext, screen = SCREEN): Promise<Page | undefined> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  // The others first: a page that is open may write to what they share.
  const [first, ...others] = context.pages();
  await Promise.all(others.map((open) => open.close()));
  const isKept = first && (await isAsNew(first, screen).catch(() => false));
  if (!isKept) await first?.close();
  await context.clearCookies();
  return isKept ? first : undefined;
}

/**
 * Leaves a page of a test before as a new one is; false when it cannot. To go on from there costs half: a new page begins
 * in another process, which compiles all scripts anew. A test that has a page run a script before its own closes it at the end.
 */
async function isAsNew(page: Page, { width, height }: ViewportSize): Promise<boolean> {
  const size = page.viewportSize();
  if (size?.width !== width || size.height !== height) return false;
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // The smallest file that has the headers of a page, without which the browser changes the process.
  await page.goto('/version.json');
  const isNew = await page.evaluate(() => {
    sessionStorage.clear();
    return !('__pwClock' in globalThis) && !matchMedia('print, (prefers-color-scheme: dark)').matches;
  });
  // Afterwards: the session that forgets ends with the look of print or of the dark, which comes back with the next address.
  if (isNew) await forgetAll(page);
  return isNew;
}

/** Logs the context in through the gateway, without the login page. */
export async function signIn(context: BrowserContext, as: keyof typeof DEMO_USERS): Promise<void> {
  const response = await context.request.post(`${serverUrl()}/api/auth/login`, {
    headers: { origin: serverUrl() },
    data: { email: DEMO_USERS[as], password: DEMO_PASSWORD },
  });
  if (!response.ok()) throw new Error(`Accesso di ${DEMO_USERS[as]}: ${response.status()} ${await response.text()}`);
}

/** Cookies of the last login of each user, for the files of a worker: all of them ask one application. */
const sessions = new Map<keyof typeof DEMO_USERS, Awaited<ReturnType<BrowserContext['cookies']>>>();

/** Logs the context in with the session of a test before, where it still stands, because each login costs the hash of a password. */
export async function signInAgain(context: BrowserContext, as: keyof typeof DEMO_USERS): Promise<void> {
  const session = sessions.get(as);
  if (session) await context.addCookies(session);
  if (session && (await context.request.get(`${serverUrl()}/api/auth/user`)).ok()) return;
  await signIn(context, as);
  sessions.set(as, await context.cookies());
}

/** What a person's browser keeps of this site, as on a new computer; scripts and styles stay, which costs half of a page to load again. */
export async function forgetAll(there: Page): Promise<void> {
  const wire = await there.context().newCDPSession(there);
  await wire.send('Storage.clearDataForOrigin', { origin: serverUrl(), storageTypes: 'local_storage,indexeddb' });
  await wire.detach();
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
