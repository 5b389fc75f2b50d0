import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import type { Accessory } from '#domain/accessories/schema.ts';
import type { CustomerMatch } from '#domain/customers/schema.ts';
import type { PriceSheet, Quote } from '#domain/quotes/schema.ts';
import { vehicleOf } from '#site/areas/quotes/vehicle.ts';
import { accessory as anAccessory } from '#tests/support/areas/accessories.ts';
import { signIn } from '#tests/support/browser.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { EXAMPLE, openAlive, read, saveDraft, saveOver, section, totalOf } from './quote-page.ts';

pageAs('seller');

const builderOf = (versionPath: string, { id }: Quote) => `${versionPath}?quote=${id}`;
const notes = () => page.getByRole('textbox', { name: 'Note per il cliente' });
const saved = () => expect(page.getByText('Bozza salvata')).toBeVisible();

test('a double click issues one quote, also of a draft that was never saved', async () => {
  const before = await read<{ total: number }>(context, '/quotes?limit=1');
  await openAlive(page, EXAMPLE);
  await page.getByRole('button', { name: 'Emetti preventivo' }).click();
  await expect(page.getByText('Per emettere il preventivo: Scegliere il cliente')).toBeVisible();
  const find = page.getByRole('combobox', { name: 'Cerca un cliente' });
  await expect(find).toBeFocused();
  await find.pressSequentially('ross');
  await page.getByRole('listbox', { name: 'Cerca un cliente' }).getByRole('option', { name: /ross/i }).first().click();
  await page.getByRole('button', { name: 'Emetti preventivo' }).dblclick();
  await expect(page.getByText(/Emesso il preventivo P-\d{4}-\d{6}/)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Nuova revisione' })).toBeVisible();
  const after = await read<{ total: number }>(context, '/quotes?limit=1');
  expect(after.total).toBe(before.total + 1);
  const id = Number(new URL(page.url()).searchParams.get('quote'));
  const { events } = await read<{ events: { what: string }[] }>(context, `/quotes/${id}/timeline`);
  expect(events.filter(({ what }) => what.includes('emesso'))).toHaveLength(1);
});

describe('options', () => {
  const version = () => section(page, 'Versione');
  const option = (code: string) => version().getByRole('checkbox', { name: new RegExp(code) });

  test('a pack brings what it includes and removes what it excludes, says so and can be undone', async () => {
    await openAlive(page, EXAMPLE);
    await option('L121').check();
    await option('LP01').check();
    const row = version().locator('.opt', { hasText: 'LP01' });
    await expect(row).toContainText('Aggiunto anche: Monitoraggio angolo cieco. Tolto: ADAS plus.');
    await expect(option('L120')).toBeChecked();
    await expect(option('L120')).toBeDisabled();
    await expect(option('L121')).not.toBeChecked();
    expect([await totalOf(page, 'Optional'), await totalOf(page, 'Pacchetti')]).toEqual([undefined, '900,00 €']);
    await row.getByRole('button', { name: 'Annulla' }).click();
    await expect(option('L121')).toBeChecked();
    await expect(option('LP01')).not.toBeChecked();
    expect([await totalOf(page, 'Optional'), await totalOf(page, 'Pacchetti')]).toEqual(['1.100,00 €', undefined]);
  });

  test('an option that requires another brings it, and leaves with it', async () => {
    await openAlive(page, EXAMPLE);
    await option('LP04').check();
    await expect(option('L130')).toBeChecked();
    await expect(version().locator('.opt', { hasText: 'LP04' })).toContainText(
      /Aggiunto anche: .*Fari full LED adattivi/,
    );
    await option('L130').uncheck();
    await expect(version().locator('.opt', { hasText: 'L130' })).toContainText(/Tolto: .*Pack Sport/);
    await expect(option('LP04')).not.toBeChecked();
  });
});

test('another session saved first: the person keeps one of the two, part by part', async () => {
  const quote = await saveDraft(context, 8, { notes: 'Come era' });
  await openAlive(page, builderOf(EXAMPLE, quote));
  const other = await browser.newContext({ baseURL: serverUrl() });
  await signIn(other, 'director');
  await saveOver(other, quote, { notes: 'Dal direttore', deposit: 1_000_00 });
  await other.close();

  await notes().fill('Dal venditore');
  const dialog = page.getByRole('dialog', { name: 'Modificato nel frattempo' });
  await expect(dialog).toContainText('ha modificato il dato nel frattempo');
  await expect(dialog.getByRole('row', { name: /Note/ })).toContainText('Dal direttore');
  await dialog.getByRole('radio', { name: 'Note: mantieni le mie' }).check();
  // Nobody here touched the deposit: theirs stands without a choice.
  await expect(dialog.getByRole('radio', { name: 'Anticipo: usa le sue' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Salva le scelte' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await saved();
  expect((await read<Quote>(context, `/quotes/${quote.id}`)).draft).toMatchObject({
    notes: 'Dal venditore',
    deposit: 1_000_00,
  });
  expect(await totalOf(page, 'Anticipo')).toBe('−1.000,00 €');
});

test('issued elsewhere while one types: what was typed is shown and goes into a revision', async () => {
  const [customer] = await read<CustomerMatch[]>(context, '/customers/matches?q=ross');
  const { id, version, href } = await saveDraft(context, 8, { customer: customer! });
  await openAlive(page, href);
  const headers = { origin: serverUrl(), 'if-match': `"v${version}"` };
  await expect(await context.request.post(`/api/quotes/${id}/issue`, { headers })).toBeOK();
  await notes().fill('Consegna a casa');
  const dialog = page.getByRole('dialog', { name: 'Non è più una bozza' });
  await expect(dialog).toContainText('Ora lo stato è «emesso»');
  await expect(dialog.getByRole('definition')).toHaveText(['Consegna a casa']);
  await dialog.getByRole('button', { name: 'Nuova revisione con queste modifiche' }).click();
  await page.waitForURL((url) => url.search !== `?quote=${id}`);
  await expect(page.getByText(/^Revisione 2 in bozza/)).toBeVisible();
  await expect(notes()).toHaveValue('Consegna a casa');
});

test('a quote that was closed elsewhere says so when one wants to close it, and shows what it is now', async () => {
  const [customer] = await read<CustomerMatch[]>(context, '/customers/matches?q=ross');
  const { id, version } = await saveDraft(context, 8, { customer: customer! });
  const act = async (what: string, at: number, data?: object) => {
    const headers = { origin: serverUrl(), 'if-match': `"v${at}"` };
    await expect(await context.request.post(`/api/quotes/${id}/${what}`, { headers, data })).toBeOK();
  };
  await act('issue', version);
  await openAlive(page, `${EXAMPLE}?quote=${id}`);
  await act('close', version + 1, { reason: 'price' });
  await page.getByRole('button', { name: 'Perso', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Perché il preventivo è perso?' });
  await dialog.getByRole('button', { name: 'Segna come perso' }).click();
  const reason = dialog.getByRole('combobox', { name: 'Motivo' });
  await expect(reason).toHaveAccessibleDescription('Scegliere il motivo');
  await expect(reason).toBeFocused();
  await reason.selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Segna come perso' }).click();
  await expect(page.getByText(/Il dato è stato modificato in un’altra scheda/)).toBeVisible();
  await expect(page.locator('.saved').getByText('Perso', { exact: true })).toBeVisible();
});

const putAside = async () => {
  await page.getByRole('button', { name: 'Altre azioni' }).click();
  await page.getByRole('button', { name: 'Tieni per il confronto' }).click();
};

test('quotes stay for comparison by a press alone, three of them: the fourth drops the oldest, which can come back', async () => {
  const cars = [
    ['/quotation/new/1/1/1', 1],
    ['/quotation/new/1/1/2', 2],
    ['/quotation/new/1/1/3', 3],
    [EXAMPLE, 8],
  ] as const;
  const quotes: Quote[] = [];
  for (const [path, versionId] of cars) {
    const quote = await saveDraft(context, versionId);
    quotes.push(quote);
    await openAlive(page, builderOf(path, quote));
    await notes().fill('Per il confronto');
    await expect(page.getByText('Da salvare…')).toHaveCount(0);
    await saved();
    // Working on a quote puts it nowhere.
    const put = () => page.evaluate(() => sessionStorage.getItem('volante:quoteList') ?? '[]');
    expect(await put()).not.toContain(`"id":${quote.id},`);
    await putAside();
    await expect.poll(put).toContain(`"id":${quote.id},`);
  }
  const names = await Promise.all(
    quotes.map(async ({ id }) => vehicleOf(await read<PriceSheet>(context, `/quotes/${id}/sheet`))),
  );
  await expect(page.getByText(`«${names[0]}» è uscito dal confronto: al massimo 3 preventivi.`)).toBeVisible();
  await page.goto('/quotation');
  const cards = page.locator('[data-session-list] b');
  await expect(cards).toHaveText(names.slice(1));
  await page.getByRole('link', { name: 'Confronto preventivi' }).click();
  await page.waitForURL(
    (url) =>
      url.searchParams.get('ids') ===
      quotes
        .slice(1)
        .map(({ id }) => id)
        .join(','),
  );
  const heads = page.getByRole('columnheader');
  for (const [at, name] of names.slice(1).entries()) await expect(heads.nth(at + 1)).toContainText(name);
  const price = page.getByRole('row', { name: /^Listino/ });
  await expect(price.getByRole('cell')).toHaveCount(3);
  await expect(price.getByRole('cell').last()).toContainText('24.900,00 €');

  await openAlive(page, builderOf('/quotation/new/1/1/1', quotes[0]!));
  await putAside();
  await page
    .getByRole('status')
    .filter({ hasText: 'è uscito dal confronto' })
    .getByRole('button', { name: 'Annulla' })
    .click();
  await page.goto('/quotation');
  await expect(cards).toHaveText(names.slice(1));
});

describe('prices that change while the tab is open', () => {
  let accessory: Accessory;
  let quote: Quote;
  /** Somebody else of the company changes what the accessory costs. */
  const reprice = (price: number) =>
    asAdmin(async (request) => {
      const { id, version } = accessory;
      const headers = { origin: serverUrl(), 'if-match': `"v${version}"` };
      const answer = await request.put(`/api/accessories/${id}`, {
        headers,
        data: { ...anAccessory, code: accessory.code, description: accessory.description, price },
      });
      accessory = (await answer.json()) as Accessory;
      expect([answer.status(), accessory.price]).toEqual([200, price]);
    });
  async function asAdmin(work: (request: BrowserContext['request']) => Promise<void>) {
    const other = await browser.newContext({ baseURL: serverUrl() });
    await signIn(other, 'admin');
    await work(other.request);
    await other.close();
  }
  const callout = () => page.getByRole('region', { name: 'Prezzi cambiati' });
  const total = () => totalOf(page, 'Chiavi in mano');

  beforeEach(async () => {
    await asAdmin(async (request) => {
      const data = {
        ...anAccessory,
        code: `PREZZO-${randomUUID().slice(0, 8)}`,
        description: 'Portasci',
        price: 400_00,
      };
      accessory = (await (
        await request.post('/api/accessories', { headers: { origin: serverUrl() }, data })
      ).json()) as Accessory;
    });
    const [customer] = await read<CustomerMatch[]>(context, '/customers/matches?q=ross');
    quote = await saveDraft(context, 8, {
      accessoryIds: [accessory.id],
      customer: { id: customer!.id, name: customer!.name, type: customer!.type },
    });
    await openAlive(page, builderOf(EXAMPLE, quote));
  });

  test('issuing shows the new prices first, and then issues at them', async () => {
    const before = (await total())!;
    await reprice(500_00);
    await page.getByRole('button', { name: 'Emetti preventivo' }).click();
    await expect(callout()).toBeFocused();
    const after = (await total())!;
    expect(after).not.toBe(before);
    await expect(callout()).toContainText(`I prezzi sono cambiati: ${before} → ${after}`);
    await expect(callout().getByRole('listitem')).toHaveText(['Portasci: 400,00 € → 500,00 €']);
    expect((await read<Quote>(context, `/quotes/${quote.id}`)).state).toBe('draft');
    // The button hears again when the press that found out is long over.
    const issue = page.getByRole('button', { name: 'Emetti preventivo' });
    await expect(async () => {
      if (await issue.isVisible()) await issue.click({ timeout: 300 });
      await expect(page.getByText(/Emesso il preventivo P-\d{4}-\d{6}/)).toBeVisible({ timeout: 300 });
    }).toPass();
    await expect(callout()).toHaveCount(0);
    // The document, whose code may still be on its way.
    await expect(section(page, 'Totale del preventivo')).toContainText(`Chiavi in mano${after}`);
    const kept = await read<PriceSheet>(context, `/quotes/${quote.id}/sheet`);
    expect(kept.accessories).toMatchObject([{ id: accessory.id, price: 500_00 }]);
  });

  test('a save tells, and takes no focus; what was typed stays; what this quote does not pay for stops nothing', async () => {
    await reprice(600_00);
    await notes().pressSequentially('Con il portasci');
    await expect(callout()).toContainText('Portasci: 400,00 € → 600,00 €');
    await expect(notes()).toBeFocused();
    await expect(notes()).toHaveValue('Con il portasci');
    await callout().getByRole('button', { name: 'Ho visto' }).click();
    await expect(callout()).toHaveCount(0);

    await section(page, 'Versione')
      .getByRole('checkbox', { name: /Portasci/ })
      .last()
      .uncheck();
    await expect.poll(async () => (await read<Quote>(context, `/quotes/${quote.id}`)).draft.accessoryIds).toEqual([]);
    await saved();
    await reprice(700_00);
    await page.getByRole('button', { name: 'Emetti preventivo' }).click();
    await expect(page.getByText(/Emesso il preventivo P-\d{4}-\d{6}/)).toBeVisible();
    await expect(callout()).toHaveCount(0);
  });

  test('a save is small, and the browser loads a sheet once', async () => {
    const sizes: number[] = [];
    page.on('response', async (response) => {
      if (response.request().method() === 'PUT') sizes.push((await response.body()).byteLength);
    });
    await notes().fill('Poche parole');
    await expect.poll(() => sizes.length).toBe(1);
    expect(sizes[0]).toBeLessThan(1500);
    const load = () =>
      page.evaluate(async (path) => {
        await (await fetch(path)).arrayBuffer();
        const [entry] = performance.getEntriesByType('resource').slice(-1) as PerformanceResourceTiming[];
        return { sent: entry!.transferSize, whole: entry!.decodedBodySize };
      }, `/api/quotes/${quote.id}/sheet`);
    const [first, second] = [await load(), await load()];
    expect(first.sent).toBeGreaterThan(1000);
    // Compressed on its way.
    expect(first.sent).toBeLessThan(first.whole);
    expect(second.whole).toBe(first.whole);
    expect(second.sent).toBeLessThan(1000);
  });
});
