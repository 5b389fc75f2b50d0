import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, signIn } from '#tests/support/browser.ts';
import { serverUrl, type DEMO_USERS } from '#tests/support/server.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Case {
  path: string;
  as: keyof typeof DEMO_USERS | null;
  status?: number;
  /** What is opened on the page before looking, by what it is called. */
  opened?: string;
}

/** Every built page with who opens it, and what opens over them; ids are of the demo world. `{quote}` stands for an issued quote. */
const pages: Case[] = [
  { path: '/', as: null },
  { path: '/fms/login', as: null },
  { path: '/resetpassword', as: null },
  { path: '/dealer', as: 'seller' },
  { path: '/dealer', as: 'director' },
  { path: '/dealer/settings', as: 'seller' },
  { path: '/dealer/releases', as: 'seller' },
  { path: '/dealer/releases/1', as: 'seller' },
  { path: '/updates', as: 'seller' },
  { path: '/dealer/accessories', as: 'seller' },
  { path: '/dealer/accessories', as: 'admin' },
  { path: '/dealer/tyres', as: 'seller' },
  { path: '/dealer/tyres', as: 'admin' },
  { path: '/dealer/quotes', as: 'seller' },
  { path: '/dealer/quotes/retail', as: 'director' },
  { path: '/quotation', as: 'seller' },
  { path: '/quotation/new', as: 'seller' },
  { path: '/quotation/new/1', as: 'seller' },
  { path: '/quotation/new/1/1', as: 'seller' },
  { path: '/quotation/new/1/2/8', as: 'seller' },
  { path: '/quotation/new/1/2/8', as: 'seller', opened: 'Nuovo cliente' },
  { path: '{quote}', as: 'seller' },
  { path: '/quotation/comparison', as: 'seller' },
  { path: '/quotation/comparison?ids=1,2,3', as: 'director' },
  { path: '/dealer', as: 'seller', opened: 'Menu' },
  { path: '/dealer', as: 'seller', opened: 'Cerca cliente, preventivo' },
  { path: '/dealer/accessories', as: 'admin', opened: 'Nuovo accessorio' },
  { path: '/dealer/stock', as: 'seller', status: 404 },
  { path: '/fms', as: 'seller', status: 403 },
  { path: '/fms', as: 'manufacturer' },
  { path: '/fms/settings', as: 'manufacturer' },
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
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    type Axe = {
      run: (
        context: Document,
        options: object,
      ) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
    };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  });
}

describe.each(shapes)('pages at $width px, $colorScheme', ({ width, height, colorScheme }) => {
  const contexts = new Map<string, Promise<BrowserContext>>();
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const open = async (as: keyof typeof DEMO_USERS | null) => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, baseURL: serverUrl() });
    if (as) await signIn(context, as);
    return context;
  };
  const contextOf = (as: keyof typeof DEMO_USERS | null) => {
    const context = contexts.get(as ?? '') ?? open(as);
    contexts.set(as ?? '', context);
    return context;
  };

  test.concurrent.each(pages)('$path as $as $opened', async ({ path: given, as, status = 200, opened }) => {
    const context = await contextOf(as);
    const path = given === '{quote}' ? await issuedQuote(context) : given;
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && status === 200) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const response = await page.goto(path, { waitUntil: 'networkidle' });
    expect(response?.status()).toBe(status);
    expect(page.url()).toBe(serverUrl() + path);
    if (opened) {
      await page
        .getByRole('button', { name: opened })
        .or(page.getByRole('link', { name: opened }))
        .first()
        .click();
      await page.getByRole('dialog').first().waitFor();
    }
    expect(await page.title()).toMatch(/ · Volante Business$/);
    expect(await findings(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, 'horizontal scrolling of the page').toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
