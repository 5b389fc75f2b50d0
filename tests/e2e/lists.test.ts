import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { jumpsOf, signIn, watchJumps } from '#tests/support/browser.ts';
import { browser, context, hold, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { digits } from './sale-page.ts';

pageAs('admin');

const count = async (page: Page) => Number((await page.locator('.head .muted').textContent())!.replace('.', ''));
/** The island is awake. */
const alive = (page: Page) => page.locator('.list-page:not(astro-island[ssr] *)').waitFor();
const gridReady = (page: Page) => page.waitForSelector('.list-grid:not(.waiting) .ag-row [role=gridcell]');

/** The texts of what can be pressed under the toasts. */
const coveredBy = (page: Page) =>
  page.evaluate(() => {
    const box = document.getElementById('toasts')!.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')]
      .filter((one) => !one.closest('#toasts') && one.checkVisibility())
      .filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        return width > 1 && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      })
      .map((one) => one.textContent || one.ariaLabel);
  });

describe('lists', () => {
  test('work without script: order, pages, search and filters by links and one form', async () => {
    const still = await browser.newContext({ baseURL: serverUrl(), javaScriptEnabled: false });
    await signIn(still, 'admin');
    const page = await still.newPage();
    await page.goto('/dealer/quotes/retail');
    expect(await page.locator('.list-table tbody tr:visible').count()).toBe(50);
    await page.getByRole('link', { name: 'Chiavi in mano' }).click();
    await page.getByRole('link', { name: 'Successivi' }).click();
    expect(page.url()).toContain('sort=keysInHand&dir=asc&offset=50');
    await page.getByText('Filtri', { exact: true }).click();
    await page.getByLabel('Bozza').check();
    await page.getByRole('button', { name: 'Applica' }).click();
    expect(await page.locator('.chip').allTextContents()).toEqual(['Stato: Bozza ✕']);
    expect(new Set(await page.locator('tbody .badge').allTextContents())).toEqual(new Set(['Bozza']));
    await still.close();
  });

  test('a page that the browser translated before it came alive says what the rows say', async () => {
    await page.goto('/updates');
    const arrive = await hold(page, /_astro\/RetailList/);
    await page.goto(`${serverUrl()}/dealer/quotes/retail`, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState === 'complete');
    const texts = () => page.locator('.list-table tbody tr').allTextContents();
    const rows = await texts();
    expect(rows.length).toBe(50);
    await page.locator('.list-table td').evaluateAll((cells) => {
      for (const cell of cells) {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) (walker.currentNode as Text).data = '11/23/2026 Issued';
      }
    });
    arrive();
    await alive(page);
    await expect.poll(texts).toEqual(rows);
  });

  test('the server’s table stays, searches on the server and goes back with the browser', async () => {
    await page.goto('/dealer/quotes/retail?view=all');
    const all = await count(page);
    await alive(page);
    await page.keyboard.press('/');
    await page.keyboard.type('rossi');
    await page.waitForURL(/q=rossi/);
    await expect.poll(() => count(page)).toBeLessThan(all);
    // From the search an arrow leads to the rows, where Enter opens.
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement!.matches('tbody tr:first-child a.open'))).toBe(true);
    await page.goBack();
    await expect.poll(() => count(page)).toBe(all);
    await page.getByRole('link', { name: 'Successivi' }).click();
    await page.locator('.list-table tr[aria-rowindex="52"]').waitFor();
    // Another order begins at its start.
    await page.getByRole('link', { name: 'Chiavi in mano' }).click();
    await page.waitForURL(/sort=keysInHand&dir=asc$/);
    await page.locator('.list-table tr[aria-rowindex="2"]').waitFor();
    expect(await page.locator('.ag-root').count()).toBe(0);
  });

  test('rows that do not come are told with code and request, and asked for again at a press', async () => {
    await page.goto('/dealer/accessories');
    await alive(page);
    const body = { error: 'unavailable', message: 'Servizio temporaneamente non disponibile', requestId: 'req-77' };
    await page.route('**/api/accessories?*', (route) => route.fulfill({ status: 503, json: body }));
    await page.getByRole('searchbox').first().fill('box');
    const failed = page.getByRole('alert').filter({ hasText: 'Codice errore 503' });
    await failed.waitFor();
    expect(await failed.textContent()).toContain('Richiesta req-77');
    await page.unroute('**/api/accessories?*');
    await failed.getByRole('button', { name: 'Riprova' }).click();
    await failed.waitFor({ state: 'detached' });
  });

  test('quotes that expire stand under their days, with the telephone; Ctrl+P prints all that is filtered, not the page', async () => {
    await page.goto('/dealer/quotes/retail?view=all');
    await alive(page);
    const all = await count(page);
    await page.getByRole('link', { name: /^In scadenza\d/ }).click();
    await expect.poll(() => page.locator('tr.day').first().textContent()).toMatch(/^(oggi|domani|\w+ \d+ \w+)$/);
    expect(await page.locator('td a[href^="tel:+39"]').count()).toBeGreaterThan(0);
    expect(await page.locator('.list-foot').textContent()).toMatch(
      /\d+ preventivi con questi filtri.*Emesso \d+: .*chiavi in mano [\d.,]+\s€/,
    );
    // One's own columns come back with the next view.
    await page.getByRole('link', { name: /^Tutti/ }).click();
    await page.getByRole('columnheader', { name: 'Stato' }).waitFor();
    // The columns change at once, the rows when they are here.
    await page.locator('.list-page[aria-busy="false"]').waitFor();
    await page.evaluate(() => {
      window.print = () => void (document.title = `${document.querySelectorAll('tr[data-id]').length} righe`);
    });
    await page.keyboard.press('Control+p');
    await expect.poll(() => page.title()).toBe(`${all} righe`);
    // While rows load it waits for them; paper of the browser's menu, which cannot be made to wait, says that they are the old ones.
    const letGo = await hold(page, '**/api/quotes?*');
    await page.getByRole('link', { name: /^In scadenza\d/ }).click();
    await page.keyboard.press('Control+p');
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.getByText('Righe non aggiornate').count()).toBe(1);
    expect(await page.title()).toBe(`${all} righe`);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    letGo();
    await expect.poll(() => count(page)).toBeLessThan(all);
    await expect.poll(() => page.title()).toBe(`${await count(page)} righe`);
    expect(await page.getByText('Righe non aggiornate').count()).toBe(0);
  });

  test('no head of a list is cut or there twice, whichever columns are shown and whatever they are ordered by', async () => {
    await page.goto('/dealer/customers');
    const cut: string[] = [];
    const paths =
      'customers accessories services tyres insurances financials stock/new stock/used quotes/retail quotes/b2b users';
    for (const path of paths.split(' ')) {
      await page.goto(`${serverUrl()}/dealer/${path}`);
      await alive(page);
      await page.getByText('Colonne', { exact: true }).click();
      const columns = await page.locator('.column-list input').count();
      await page.locator('.column-list').evaluate(async (list) => {
        for (let box; (box = list.querySelector<HTMLElement>('input:not(:checked)'));) {
          box.click();
          // Drawn by the next one, not painted.
          await Promise.resolve();
        }
      });
      await expect.poll(() => page.locator('thead th').count()).toBeGreaterThan(columns);
      const heads = await page.locator('thead th').evaluateAll((cells) => {
        const names = cells.map((cell) => cell.textContent.replace(/[↑↓]/, ''));
        return cells.flatMap((cell, at) => {
          // The arrow of the order stands in one of them only.
          const link = cell.querySelector('a');
          if (link && !link.querySelector('span'))
            link.append(Object.assign(document.createElement('span'), { textContent: '↓' }));
          const isTwice = names[at] && names.indexOf(names[at]) < at;
          return cell.scrollWidth > cell.clientWidth || isTwice ? [cell.textContent] : [];
        });
      });
      cut.push(...heads.map((head) => `${path}: ${head}`));
    }
    expect(cut).toEqual([]);
  });

  test('a closed panel is not even styled; by keyboard it opens, is walked and gives the focus back; its end lies over the notices at the foot', async () => {
    await page.goto('/dealer/stock/used');
    await alive(page);
    const shown = () =>
      page.locator('.drop-panel').evaluateAll((all) => all.map((one) => getComputedStyle(one).display !== 'none'));
    const focused = (selector: string) => page.evaluate((it) => document.activeElement!.matches(it), selector);
    expect(await shown()).toEqual([false, false, false]);
    await page.locator('summary', { hasText: 'Filtri' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused('.filter-panel input')).toBe(true);
    await page.keyboard.press('Escape');
    expect(await focused('.filters summary')).toBe(true);
    await page.keyboard.press('Space');
    await page.locator('.filter-panel').waitFor();
    // One panel at a time, and none when something else is pressed.
    await page.getByText('Colonne', { exact: true }).click();
    expect(await shown()).toEqual([true, false, false]);
    await page.locator('h1').click();
    expect(await shown()).toEqual([false, false, false]);
    await page.locator('summary', { hasText: 'Filtri' }).click();
    const over = (selector: string) =>
      page.locator(selector).evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    await page.locator('.filter-panel').evaluate((panel) => panel.parentElement!.scrollTo(0, panel.scrollHeight));
    expect(await over('.filter-panel button[type=submit]')).toBe(true);
  });

  test('goes by keyboard from row to row, and Enter opens', async () => {
    await page.goto('/dealer/accessories');
    await alive(page);
    const focused = () =>
      page.evaluate(() => Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex') ?? 0));
    await page.locator('.list-table a.open').first().focus();
    const steps = [
      ['ArrowDown', 3],
      ['ArrowDown', 4],
      ['ArrowUp', 3],
      ['Home', 2],
      ['ArrowUp', 2],
      ['End', (await page.locator('.list-table tbody tr').count()) + 1],
    ] as const;
    for (const [key, row] of steps) {
      await page.keyboard.press(key);
      expect(await focused()).toBe(row);
    }
    await page.keyboard.press(' ');
    await page.getByText('Selezionati: 1', { exact: true }).waitFor();
    // Tab leaves the rows by way of this one's own button.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe(0);
    await page.locator('.list-table a.open').nth(1).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/id=\d+/);
  });

  test('rows are chosen in ranges, as a page and as the whole filter', async () => {
    await page.goto('/dealer/accessories');
    await alive(page);
    const all = await count(page);
    const boxes = page.locator('.list-table td.pick input');
    await boxes.nth(1).check();
    await boxes.nth(4).click({ modifiers: ['Shift'] });
    await page.getByText('Selezionati: 4', { exact: true }).waitFor();
    await page.getByLabel('Selezionare le righe della pagina').check();
    await page.getByText('Selezionati: 50', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Seleziona tutti i ${all} risultati filtrati` }).click();
    await expect.poll(() => page.locator('.bulk > b').textContent()).toBe(`Selezionati: ${all}`);
  });

  test('quotes that expire go to another seller in one press, and back in another', async () => {
    await page.goto('/dealer/quotes/retail?view=all');
    await alive(page);
    await page.getByRole('link', { name: /^In scadenza\d/ }).click();
    await page.locator('tr.day').first().waitFor();
    const rows = page.locator('tbody tr[data-id]');
    const his = rows.filter({ hasText: 'Simone Barbieri' });
    const before = await his.count();
    await page.getByLabel('Selezionare le righe della pagina').check();
    await page.getByRole('button', { name: 'Assegna a…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Assegnare \d+ preventivi$/ });
    await dialog.getByRole('combobox', { name: 'Nuovo venditore' }).selectOption({ label: 'Simone Barbieri' });
    await dialog.getByRole('button', { name: 'Assegna' }).click();
    const told = page.getByRole('status').filter({ hasText: /^Assegnati a Simone Barbieri: \d+/ });
    await told.waitFor();
    await expect.poll(() => his.count()).toBe(await rows.count());
    await told.getByRole('button', { name: 'Annulla' }).click();
    await page.getByText(/^Riassegnati come prima: \d+/).waitFor();
    await expect.poll(() => his.count()).toBe(before);
  });

  test('waking up breaks no policy, moves nothing and loads no grid; the rows stay as they stood in the HTML', async () => {
    await page.goto('/dealer');
    const complaints: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await watchJumps(page);
    for (const path of ['/dealer/accessories', '/dealer/tyres', '/dealer/quotes/retail']) {
      await page.goto(serverUrl() + path);
      const name = await page.locator('.list-table tbody tr:nth-child(7) a.open').textContent();
      await alive(page);
      expect(await page.locator('.list-table tbody tr:nth-child(7) a.open').textContent()).toBe(name);
      await page.waitForLoadState('networkidle');
      // The rows below the window are painted a little later than those in it.
      await expect.poll(() => page.locator('.list-table tr.later').count()).toBe(0);
      const below = (box: Element) => box.scrollHeight - box.querySelector('table')!.offsetHeight;
      expect(await page.locator('.list-scroll').evaluate(below)).toBe(0);
      expect(await page.locator('.ag-root').count()).toBe(0);
      expect(await jumpsOf(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('on a phone says what was done below the bar, over nothing that is pressed', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/dealer/accessories');
    await alive(page);
    await page.locator('button[data-menu]').first().click();
    await page.getByRole('menuitem', { name: 'Archivia' }).click();
    await page.locator('.toast').waitFor();
    const said = (await page.locator('.toast').boundingBox())!;
    const bar = (await page.locator('header.bar').boundingBox())!;
    expect(said.y).toBeGreaterThanOrEqual(bar.y + bar.height);
    expect(await coveredBy(page)).toEqual([]);
    await page.locator('.toast').getByRole('button', { name: 'Annulla' }).click();
    await page.locator('.toast').waitFor({ state: 'detached' });
  });
});

describe('the grid', () => {
  const openGrid = async (page: Page) => {
    await alive(page);
    await page.getByRole('link', { name: 'Griglia', exact: true }).click();
    await gridReady(page);
  };
  const cell = (page: Page, row: number, key: string) => page.locator(`.ag-row[row-index="${row}"] [col-id="${key}"]`);
  const type = async (page: Page, row: number, key: string, text: string) => {
    await cell(page, row, key).dblclick();
    await cell(page, row, key).locator('input').fill(text);
    await page.keyboard.press('Enter');
  };

  test('is chosen per list, kept, scrolls through all of it, and is not for narrow screens', async () => {
    await page.goto('/dealer/quotes/retail?view=all');
    await openGrid(page);
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 5000);
    await page.locator('.ag-row[row-index="138"] .open').waitFor();
    await page.locator('.ag-header-cell-text', { hasText: 'Chiavi in mano' }).click();
    await page.waitForURL(/sort=keysInHand/);
    await page.locator('.ag-row[row-index="0"] .open').waitFor();
    await page.goto(`${serverUrl()}/dealer/quotes/retail`);
    await gridReady(page);
    await page.setViewportSize({ width: 800, height: 768 });
    await page.locator('.ag-root').waitFor({ state: 'detached' });
    expect(await page.locator('.list-table').isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'Griglia', exact: true }).isVisible()).toBe(false);
    // Another list is as it was.
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`${serverUrl()}/dealer/tyres`);
    await alive(page);
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.ag-root').count()).toBe(0);
  });

  test('columns stay as the person chose them, in grid and table', async () => {
    await page.goto('/dealer/quotes/retail');
    await openGrid(page);
    await page.getByText('Colonne', { exact: true }).click();
    await page.locator('.column-list').getByLabel('Rata', { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Blocca a sinistra: Cliente' }).click();
    await page.locator('.ag-header-cell-last-left-pinned', { hasText: 'Cliente' }).waitFor();
    await page.reload();
    await page.locator('.ag-header-cell-last-left-pinned', { hasText: 'Cliente' }).waitFor();
    expect(await page.locator('.ag-header-cell-text').allTextContents()).not.toContain('Rata');
    await page.getByRole('link', { name: 'Tabella' }).click();
    await page.locator('.list-table').waitFor();
    expect(await page.locator('.list-table thead').textContent()).not.toContain('Rata');
  });

  test('columns are drawn wider and dragged to another place by mouse, and stay there', async () => {
    await page.goto('/dealer/accessories');
    await openGrid(page);
    const head = (key: string) => page.locator(`.ag-header-cell[col-id="${key}"]`);
    const box = async (key: string) => (await head(key).boundingBox())!;
    const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, to.y, { steps: 5 });
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.mouse.up();
    };
    const places = () =>
      page
        .locator('.ag-header-cell')
        .evaluateAll((cells) =>
          cells
            .toSorted((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
            .map((cell) => cell.getAttribute('col-id')),
        );
    const before = await box('description');
    const middle = before.y + before.height / 2;
    const edge = before.x + before.width - 1;
    await drag({ x: edge, y: middle }, { x: edge + 90, y: middle });
    await expect.poll(async () => (await box('description')).width).toBeGreaterThan(before.width + 70);
    const { width } = await box('description');
    // Each is kept by itself, not by what is done next.
    const again = async () => {
      await page.reload();
      await gridReady(page);
    };
    await again();
    expect(Math.abs((await box('description')).width - width)).toBeLessThan(3);
    const [price, code] = [await box('price'), await box('code')];
    await drag({ x: price.x + price.width / 2, y: middle }, { x: code.x + 10, y: middle });
    await expect.poll(async () => (await places()).indexOf('price') < (await places()).indexOf('code')).toBe(true);
    const order = await places();
    await again();
    expect(await places()).toEqual(order);
    expect(Math.abs((await box('description')).width - width)).toBeLessThan(3);
  });

  test('a price, a cost and a stock flag are changed in their cells and taken back', async () => {
    await page.goto('/dealer/accessories');
    await openGrid(page);
    const id = await page.locator('.ag-row[row-index="0"]').getAttribute('row-id');
    const read = async () => (await context.request.get(`${serverUrl()}/api/accessories/${id}`)).json();
    const before = await read();
    await type(page, 0, 'price', '1.234,5');
    await expect.poll(read).toMatchObject({ price: 123_450, version: before.version + 1 });
    await type(page, 0, 'cost', '500');
    await expect.poll(read).toMatchObject({ price: 123_450, cost: 50_000 });
    await cell(page, 0, 'cost').click();
    await page.keyboard.press('Control+z');
    await expect.poll(read).toMatchObject({ price: 123_450, cost: before.cost });
    await page.keyboard.press('Control+z');
    await expect.poll(read).toMatchObject({ price: before.price, cost: before.cost });
    const flag = cell(page, 0, 'inStock').getByRole('checkbox');
    expect(await flag.isChecked()).toBe(before.inStock);
    await flag.click();
    await expect.poll(read).toMatchObject({ inStock: !before.inStock });
    await page.keyboard.press('Control+z');
    await expect.poll(read).toMatchObject({ inStock: before.inStock });
    // By keyboard: Space on the cell changes the flag and chooses no row.
    await cell(page, 0, 'cost').click();
    await page.keyboard.press('ArrowRight');
    while (!(await cell(page, 0, 'inStock').evaluate((one) => one === document.activeElement)))
      await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await expect.poll(read).toMatchObject({ inStock: !before.inStock });
    expect(await page.locator('.ag-row-selected').count()).toBe(0);
    // What is said stands in the middle, below the bar, over nothing that can be pressed.
    const said = (await page.locator('#toasts').boundingBox())!;
    expect(Math.abs(said.x + said.width / 2 - page.viewportSize()!.width / 2)).toBeLessThan(3);
    expect(await coveredBy(page)).toEqual([]);
    await page.locator('.toast', { hasText: 'Disponibile' }).getByRole('button', { name: 'Annulla' }).last().click();
    await expect.poll(read).toMatchObject({ inStock: before.inStock });
    // What is no price, or none that the server takes, changes nothing and says so.
    const { version } = await read();
    await type(page, 0, 'price', 'tanto');
    await page.getByText(/Prezzo: valore non valido/).waitFor();
    await type(page, 0, 'code', ' ');
    await page.getByText(/Codice: valore non valido/).waitFor();
    expect(await read()).toMatchObject({ version });
  });

  test('one of a field’s values is chosen in its cell by mouse and by keyboard; the search opens over the grid', async () => {
    await page.goto('/dealer/tyres?view=all&mode=grid');
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await gridReady(page);
    // A first try may have left the first row another one.
    const season = page.locator('[col-id="season"]', { hasText: 'Estivo' });
    const summer = page.locator('.ag-row', { has: season }).first();
    const [id, row] = [await summer.getAttribute('row-id'), Number(await summer.getAttribute('row-index'))];
    const read = async () => (await context.request.get(`${serverUrl()}/api/tyres/${id}`)).json();
    expect(await read()).toMatchObject({ season: 'summer' });
    await cell(page, row, 'season').dblclick();
    await cell(page, row, 'season').getByRole('combobox', { name: 'Stagione' }).selectOption('Quattro stagioni');
    await expect.poll(read).toMatchObject({ season: 'allSeason' });
    await page.keyboard.press('Control+z');
    await expect.poll(read).toMatchObject({ season: 'summer' });
    await cell(page, row, 'season').click();
    for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect.poll(read).toMatchObject({ season: 'winter' });
    await expect.poll(() => cell(page, row, 'season').textContent()).toBe('Invernale');
    await page.keyboard.press('Control+z');
    await expect.poll(read).toMatchObject({ season: 'summer' });
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('combobox', { name: 'Cerca' }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('a row that somebody else changed says so in its cell and shows the value of now', async () => {
    await page.goto('/dealer/accessories');
    await openGrid(page);
    const id = await page.locator('.ag-row[row-index="3"]').getAttribute('row-id');
    const path = `${serverUrl()}/api/accessories/${id}`;
    const {
      id: _id,
      version,
      fits: _fits,
      maker: _maker,
      model: _model,
      archived: _archived,
      ...values
    } = await (await context.request.get(path)).json();
    const headers = { origin: serverUrl(), 'if-match': `"v${version}"` };
    expect((await context.request.put(path, { headers, data: { ...values, price: 99_900 } })).status()).toBe(200);
    await type(page, 3, 'price', '100');
    await expect.poll(() => cell(page, 3, 'price').textContent()).toBe('ora 999,00\u00a0€');
    expect((await (await context.request.get(path)).json()).price).toBe(99_900);
    await page.getByText('ora è 999,00\u00a0€. Non salvato: 100,00\u00a0€.').waitFor();
    // Now the person knows: the next change is theirs.
    await type(page, 3, 'price', '100');
    await expect.poll(async () => (await context.request.get(path)).json()).toMatchObject({ price: 10_000 });
    await expect.poll(() => cell(page, 3, 'price').textContent()).toBe('100,00\u00a0€');
  });

  test('chosen rows are archived in one call, the views count them at once, and "Annulla" brings them back', async () => {
    await page.goto('/dealer/tyres?view=all');
    await openGrid(page);
    const archived = page.getByRole('link', { name: /^Archiviati/ });
    const before = await archived.textContent();
    const calls: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && calls.push(new URL(request.url()).pathname));
    const boxes = page.locator('.ag-row .ag-selection-checkbox input');
    for (const place of [0, 1, 2]) await boxes.nth(place).check();
    await page.getByRole('button', { name: 'Archivia' }).click();
    await page.getByText('Archiviati: 3').waitFor();
    expect(calls).toEqual(['/api/tyres/bulk']);
    await expect.poll(() => archived.textContent()).not.toBe(before);
    await page.getByRole('button', { name: 'Annulla' }).click();
    await expect.poll(() => archived.textContent()).toBe(before);
  });
});

describe('a record', () => {
  test('a new one starts from the VAT rate of the company, and its price is typed net at that rate', async () => {
    await page.route('**/api/companies/*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), taxRate: 10, province: 'QQ' } });
    });
    await page.goto('/dealer/accessories');
    // The profile says it once it is known.
    await expect.poll(() => page.locator('#account').textContent()).toContain('Provincia: QQ');
    await alive(page);
    await page.getByRole('link', { name: 'Nuovo accessorio' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nuovo accessorio' });
    expect(await dialog.getByLabel('IVA', { exact: true }).inputValue()).toBe('10');
    const price = dialog.getByRole('textbox', { name: 'Prezzo' });
    await price.fill('110');
    // Leaving the field tells what it read, and moves the button from under the pointer.
    await dialog.getByRole('button', { name: 'Imponibile' }).click();
    await expect.poll(() => price.inputValue()).toBe('100,00');
  });

  test('is created by keyboard, refuses what is missing at its field, and shows what somebody else saved', async () => {
    await page.goto('/dealer/accessories');
    await alive(page);
    await page.keyboard.press('n');
    const form = page.locator('.dialog[open]').first();
    await form.getByLabel('Descrizione').fill('Barre portasci');
    await page.keyboard.press('Control+s');
    await expect.poll(() => form.locator('[aria-invalid]').getAttribute('name')).toBe('code');
    const code = `LISTA-${digits(4)}`;
    await form.getByLabel('Codice').fill(code);
    await form.locator('[name=price]').fill('1234,5');
    await page.keyboard.press('Control+Enter');
    await page.getByText(`${code} salvato`).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type(code);
    await expect.poll(() => count(page)).toBe(1);
    await page.locator('.list-table tbody tr', { hasText: code }).locator('[data-label=Descrizione]').click();
    await page.waitForURL(/id=\d+/);
    const path = `${serverUrl()}/api/accessories/${new URL(page.url()).searchParams.get('id')}`;
    const before = await (await context.request.get(path)).json();
    expect(before.price).toBe(123_450);
    const { id: _id, version, fits: _fits, archived: _archived, ...values } = before;
    const headers = { origin: serverUrl(), 'if-match': `"v${version}"` };
    await context.request.put(path, { headers, data: { ...values, price: 99_900 } });

    await form.locator('[name=cost]').fill('500');
    await page.keyboard.press('Control+s');
    await page.getByText('Modificato nel frattempo').waitFor();
    // Who changed only the cost keeps it, and the other's price.
    await page.getByRole('button', { name: 'Salva le scelte' }).click();
    await expect
      .poll(async () => (await context.request.get(path)).json())
      .toMatchObject({ price: 99_900, cost: 50_000 });
  });
});
