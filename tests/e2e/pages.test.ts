import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jumpsOf, leaveBrowser, openBrowser, signIn, watchJumps } from '#tests/support/browser.ts';
import { visits } from '#tests/support/pages.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { serverUrl, type DEMO_USERS } from '#tests/support/server.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Look {
  address: string;
  as: keyof typeof DEMO_USERS | null;
  status?: number;
  /** What is opened on the page before looking, by what it is called. */
  opened?: string;
}

/** What pages look like to others, or with something open over them. `{quote}` stands for an issued quote. */
const looks: Look[] = [
  { address: '/dealer', as: 'seller' },
  { address: '/dealer/accessories', as: 'seller' },
  { address: '/dealer/tyres', as: 'seller' },
  { address: '/quotation/comparison', as: 'seller' },
  { address: '{quote}', as: 'seller' },
  { address: '/quotation/new/1/2/8', as: 'seller', opened: 'Nuovo cliente' },
  { address: '/dealer', as: 'seller', opened: 'Menu' },
  { address: '/dealer', as: 'seller', opened: 'Cerca cliente, preventivo' },
  { address: '/dealer/accessories', as: 'admin', opened: 'Nuovo accessorio' },
  { address: '/dealer/services', as: 'admin', opened: 'Nuovo servizio' },
  { address: '/dealer/users', as: 'admin', opened: 'Nuovo utente' },
  { address: '/dealer/financials/new', as: 'admin' },
  { address: '/dealer/insurances/new', as: 'admin' },
  { address: '/dealer/insurances/4', as: 'seller' },
  { address: '/fms/nope', as: 'manufacturer', status: 404 },
  { address: '/fms', as: 'seller', status: 403 },
];

const shapes = [
  { width: 1366, height: 768, colorScheme: 'light' as const },
  { width: 360, height: 740, colorScheme: 'dark' as const },
];

async function issuedQuote({ request }: BrowserContext): Promise<string> {
  const answer = await request.get('/api/quotes?state=issued&limit=1');
  return ((await answer.json()) as { rows: { href: string }[] }).rows[0]!.href;
}

/** Serious and critical findings of axe, as short lines. */
async function findings(page: Page): Promise<string[]> {
  return page.evaluate(async (isSoak) => {
    interface Axe {
      _audit: {
        rules: { id: string; impact: string; matches: (node: Element, ...more: unknown[]) => boolean }[];
      };
      run: (
        context: Document,
        options: object,
      ) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
    }
    const { axe } = window as unknown as { axe: Axe };
    const isGrave = ({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical';
    // A finding has the impact of its rule, so the other rules need not run; nor need the files of the styles be read again.
    const others = axe._audit.rules.filter((rule) => !isGrave(rule)).map(({ id }) => [id, { enabled: false }] as const);
    const options = { resultTypes: ['violations'], rules: Object.fromEntries(others), preload: false };
    // A row takes milliseconds of the contrast of its texts: after fifteen only those that look unlike all before them stay.
    const away: (() => void)[] = [];
    for (const body of document.querySelectorAll('tbody')) {
      const seen = new Set<string>();
      for (const [at, row] of [...body.children].entries()) {
        const looks = [row, ...row.querySelectorAll('*')].map(
          (part) => `${part.tagName} ${part.getAttribute('class')}`,
        );
        if (at >= 15 && looks.every((look) => seen.has(look))) {
          const next = row.nextSibling;
          away.push(() => body.insertBefore(row, next));
          row.remove();
        }
        for (const look of looks) seen.add(look);
      }
    }
    // Texts of one look in parts of one look have one contrast, so the first of them stands for all, but in the long profile. What floats is looked at each time.
    const grounds = new Map<Element | null, string>([[null, '']]);
    const groundOf = (part: Element | null): string => {
      const known = grounds.get(part);
      if (known !== undefined || !part) return known ?? '';
      const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(part);
      const floats = position === 'static' || position === 'relative' ? '' : grounds.size;
      const ground = `${groundOf(part.parentElement)}/${part.tagName} ${part.getAttribute('class')} ${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${floats}`;
      grounds.set(part, ground);
      return ground;
    };
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim();
    const texts = new Set<string>();
    const repeated = new Set<Element>();
    for (const part of document.body.querySelectorAll(':not(input, select, textarea, button)')) {
      if (![...part.childNodes].some(isText) || !part.checkVisibility()) continue;
      const { color, fontSize, fontWeight, textShadow, visibility } = getComputedStyle(part);
      const text = `${color} ${fontSize} ${fontWeight} ${textShadow} ${visibility} ${groundOf(part)}`;
      if (!isSoak && texts.has(text)) repeated.add(part);
      texts.add(text);
    }
    const contrast = axe._audit.rules.find(({ id }) => id === 'color-contrast')!;
    const { matches } = contrast;
    contrast.matches = (node, ...more) => !repeated.has(node) && matches(node, ...more);
    const { violations } = await axe.run(document, options);
    contrast.matches = matches;
    for (const back of away.toReversed()) back();
    return violations
      .filter(isGrave)
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  }, isSoak);
}

/**
 * The long profile loads each page in each shape. Else it is loaded in one and turned into the other: which one is first goes by the length
 * of its address, so that half of them begin in each, and a page that is added changes none of the others.
 */
const walks = [...visits, ...looks].flatMap((look: Look) => {
  if (isSoak) return shapes.map((shape) => ({ ...look, taken: [shape] }));
  return [{ ...look, taken: look.address.length % 2 === 0 ? shapes : shapes.toReversed() }];
});

describe('pages', () => {
  const contexts = new Map<string, Promise<BrowserContext>>();
  /** Pages that were looked at: to go on from there costs half of what a new page does. */
  const idle = new Map<BrowserContext, Page[]>();
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => leaveBrowser(browser));

  const open = async (as: keyof typeof DEMO_USERS | null) => {
    const context = await browser.newContext({ baseURL: serverUrl() });
    if (as) await signIn(context, as);
    await watchJumps(context);
    // So the browser compiles it once for all pages.
    await context.addInitScript({ content: axeSource });
    return context;
  };
  const contextOf = (as: keyof typeof DEMO_USERS | null) => {
    const context = contexts.get(as ?? '') ?? open(as);
    contexts.set(as ?? '', context);
    return context;
  };

  test.concurrent.each(walks)(
    '$address as $as $opened, loaded at $taken.0.width px',
    async ({ address, as, status = 200, opened, taken }) => {
      const context = await contextOf(as);
      const path = address === '{quote}' ? await issuedQuote(context) : address;
      const waiting = idle.get(context) ?? [];
      // Rather one that has this shape already: what it shows need not be turned once more.
      const best = waiting.findIndex((one) => one.viewportSize()?.width === taken[0]!.width);
      const [page = await context.newPage()] = waiting.splice(Math.max(best, 0), 1);
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && status === 200) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      for (const [at, { colorScheme, ...size }] of taken.entries()) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        // What was opened is opened in each shape, because another width may close it.
        if (at === 0 || opened) {
          const response = await page.goto(path, { waitUntil: 'networkidle' });
          expect(response?.status()).toBe(status);
          expect(page.url()).toBe(serverUrl() + path);
          await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
          expect(await jumpsOf(page)).toEqual([]);
        }
        if (opened) {
          await page
            .getByRole('button', { name: opened })
            .or(page.getByRole('link', { name: opened }))
            .first()
            .click();
          await page.getByRole('dialog').first().waitFor();
        }
        expect(await page.title()).toMatch(/ · Volante$/);
        const overflow = await page.evaluate(async () => {
          // A page has its new shape with the second frame; colours that pass into each other are brought to their end, and those that begin then.
          for (const _ of [1, 2, 3]) {
            await new Promise(requestAnimationFrame);
            for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
          }
          return document.documentElement.scrollWidth - document.documentElement.clientWidth;
        });
        expect(overflow, 'horizontal scrolling of the page').toBeLessThanOrEqual(0);
        expect(await findings(page)).toEqual([]);
        // Else the plain look of elements would win over that of their page.
        const first = await page.evaluate(() => document.styleSheets[0]?.cssRules[0]?.cssText);
        expect(first).toBe('@layer reset, tokens, base, ui, areas, print;');
        expect(complaints).toEqual([]);
      }
      if (opened) return page.close();
      page.removeAllListeners();
      await page.evaluate(() => sessionStorage.clear());
      idle.set(context, [...(idle.get(context) ?? []), page]);
    },
  );
});
