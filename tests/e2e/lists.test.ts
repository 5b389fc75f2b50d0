import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, signIn } from '#tests/support/browser.ts';
import { serverUrl } from '#tests/support/server.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function visit(path: string, options: Parameters<typeof browser.newContext>[0] = {}) {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1366, height: 768 }, ...options });
  await signIn(context, 'admin');
  const page = await context.newPage();
  await page.goto(serverUrl() + path);
  return { context, page };
}

const count = async (page: Page) => Number((await page.locator('.head .muted').textContent())!.replace('.', ''));
const gridReady = (page: Page) => page.waitForSelector('.list-grid:not(.waiting) .ag-row [role=gridcell]');

describe('lists', () => {
  test('work without script: order, pages, search and filters by links and one form', async () => {
    const { context, page } = await visit('/dealer/quotes/retail', { javaScriptEnabled: false });
    expect(await page.locator('.list-table tbody tr').count()).toBe(50);
    await page.getByRole('link', { name: 'Chiavi in mano' }).click();
    await page.getByRole('link', { name: 'Successivi' }).click();
    expect(page.url()).toContain('sort=keysInHand&dir=asc&offset=50');
    await page.getByText('Filtri', { exact: true }).click();
    await page.getByLabel('Bozza').check();
    await page.getByRole('button', { name: 'Applica' }).click();
    expect(await page.locator('.chip').allTextContents()).toEqual(['Stato: Bozza ✕']);
    expect(new Set(await page.locator('tbody .badge').allTextContents())).toEqual(new Set(['Bozza']));
    await context.close();
  });

  test('the grid takes the table’s place, searches on the server and goes back with the browser', async () => {
    const { context, page } = await visit('/dealer/quotes/retail?view=all');
    const all = await count(page);
    const first = await page.locator('tbody .open').first().textContent();
    await gridReady(page);
    expect(await page.locator('.ag-row a.open').first().textContent()).toBe(first);
    await page.keyboard.press('/');
    await page.keyboard.type('rossi');
    await page.waitForURL(/q=rossi/);
    await expect.poll(() => count(page)).toBeLessThan(all);
    await page.goBack();
    await expect.poll(() => count(page)).toBe(all);
    // Another order begins at its start, from wherever in the list it is asked.
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 5000);
    await page.locator('.ag-row[row-index="138"] .open').waitFor();
    await page.locator('.ag-header-cell-text', { hasText: 'Chiavi in mano' }).click();
    await page.waitForURL(/sort=keysInHand/);
    await page.locator('.ag-row[row-index="0"] .open').waitFor();
    await context.close();
  });

  test('columns stay as the person chose them', async () => {
    const { context, page } = await visit('/dealer/quotes/retail');
    await gridReady(page);
    await page.getByText('Colonne', { exact: true }).click();
    await page.locator('.column-list').getByLabel('Rata', { exact: true }).uncheck();
    await page.reload();
    await gridReady(page);
    expect(await page.locator('.ag-header-cell-text').allTextContents()).not.toContain('Rata');
    await context.close();
  });

  test('the grid breaks no policy and moves nothing', async () => {
    const { context, page } = await visit('/dealer');
    const complaints: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    await context.addInitScript(() => {
      const shifts = new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { shift: (entry as unknown as { value: number }).value });
      });
      shifts.observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${serverUrl()}/dealer/accessories`);
    await gridReady(page);
    expect(complaints).toEqual([]);
    expect(await page.evaluate(() => 'shift' in window)).toBe(false);
    await context.close();
  });
});

describe('a record', () => {
  test('is created by keyboard, refuses what is missing at its field, and shows what somebody else saved', async () => {
    const { context, page } = await visit('/dealer/accessories');
    await gridReady(page);
    await page.keyboard.press('n');
    const form = page.locator('.dialog[open]').first();
    await form.getByLabel('Descrizione').fill('Barre portasci');
    await page.keyboard.press('Control+s');
    await expect.poll(() => form.locator('[aria-invalid]').getAttribute('name')).toBe('code');
    await form.getByLabel('Codice').fill('E2E-1');
    await form.locator('[name=price]').fill('1234,5');
    await page.keyboard.press('Control+Enter');
    await page.getByText('E2E-1 salvato').waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('E2E-1');
    await expect.poll(() => count(page)).toBe(1);
    // The row itself: for a moment the grid shows one that waits for its data.
    await page.locator('.ag-row', { hasText: 'E2E-1' }).locator('[col-id=description]').click();
    await page.waitForURL(/id=\d+/);
    const path = `${serverUrl()}/api/accessories/${new URL(page.url()).searchParams.get('id')}`;
    const before = await (await context.request.get(path)).json();
    expect(before.price).toBe(123_450);
    const { id: _id, version, fits: _fits, archived: _archived, ...values } = before;
    const headers = { origin: serverUrl(), 'if-match': `"v${version}"` };
    await context.request.put(path, { headers, data: { ...values, price: 99_900 } });

    await form.locator('[name=cost]').fill('500');
    await page.keyboard.press('Control+s');
    await page.getByText('Modificato da un altro utente').waitFor();
    // Who changed only the cost keeps it, and the other's price.
    await page.getByRole('button', { name: 'Salva le scelte' }).click();
    await expect
      .poll(async () => (await context.request.get(path)).json())
      .toMatchObject({ price: 99_900, cost: 50_000 });
    await context.close();
  });
});
