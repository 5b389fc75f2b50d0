import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import type { CustomerMatch } from '#domain/customers/schema.ts';
import { blankOf } from '#domain/record/fields.ts';
import { b2bFields } from '#domain/quotes/b2b/fields.ts';
import type { B2bQuote } from '#domain/quotes/b2b/schema.ts';
import { signIn } from '#tests/support/browser.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { ownCar } from './own-car.ts';
import { alive, openAlive, read, section } from './quote-page.ts';

pageAs('director');

const flat = (text: string) => text.replace(/\s+/g, ' ');

test('from the stock to an offer of two cars, by its link to the trader, whose yes sells both', async () => {
  const [first, second] = [await ownCar(context), await ownCar(context)];
  await openAlive(page, `/dealer/stock/used?q=${first.code}`);
  await page
    .getByRole('checkbox', { name: new RegExp(`^Seleziona.*`) })
    .last()
    .check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Offerta B2B' }).click();
  await page.waitForURL(/\/quotation\/b2b\?cars=/);
  await alive(page);
  const add = section(page, 'Auto').getByRole('combobox', { name: 'Aggiungi un’auto' });
  const offered = page.getByRole('listbox', { name: 'Aggiungi un’auto' }).getByRole('option');
  await add.click();
  await expect(offered.nth(1)).toBeVisible();
  await add.pressSequentially(second.plate);
  await expect(offered).toHaveCount(1);
  await offered.click();
  await page.getByRole('combobox', { name: 'Cerca un operatore' }).pressSequentially('srl');
  await page.getByRole('listbox', { name: 'Cerca un operatore' }).getByRole('option').first().click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/Emessa l’offerta B-\d{4}-\d{6}/)).toBeVisible();
  const id = new URL(page.url()).searchParams.get('quote');
  const { number, priced } = await read<B2bQuote>(context, `/quotes/b2b/${id}`);

  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await page.getByRole('button', { name: 'Testo per WhatsApp' }).click();
  const text = await page.getByRole('textbox', { name: /Da inviare/ }).inputValue();
  const link = /\/offer\/\S+/.exec(text)![0];

  const stranger = await browser.newContext({ baseURL: serverUrl(), viewport: { width: 390, height: 844 } });
  const trader = await stranger.newPage();
  await trader.goto(link);
  const read1 = flat(await trader.locator('article').innerText());
  for (const said of [number!, first.plate, second.plate, priced!.regimes[0]!.mention]) expect(read1).toContain(said);
  await trader.getByRole('textbox', { name: 'Nome e cognome' }).fill('Mario Bianchi');
  await trader.getByRole('button', { name: 'Accetta l’offerta' }).click();
  await expect(trader.getByText('le auto sono riservate a voi')).toBeVisible();
  await stranger.close();

  await page.reload();
  await expect(page.getByText('accettato').or(page.getByText('Accettato')).first()).toBeVisible();
  await expect(page.getByText('Mario Bianchi').first()).toBeVisible();
  for (const { id: car } of [first, second])
    expect(await read<{ state: string }>(context, `/stock/used/${car}`)).toMatchObject({ state: 'sold' });
});

test('issued by a colleague while one types: what was typed is shown and goes into a revision, at once or when one comes back', async () => {
  const colleague = await browser.newContext({ baseURL: serverUrl() });
  await signIn(colleague, 'wholesale');
  const send = async (path: string, version?: number, data?: object) => {
    const headers: Record<string, string> = { origin: serverUrl(), 'idempotency-key': randomUUID() };
    if (version !== undefined) headers['if-match'] = `"v${version}"`;
    const answer = await colleague.request.post(`/api${path}`, { headers, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as B2bQuote;
  };
  const [{ id: customerId, name, type }] = await read<[CustomerMatch]>(context, '/customers/matches?q=srl');
  const { id: carId, b2bPrice } = await ownCar(context);
  const { sheet } = await read<B2bQuote>(context, `/quotes/b2b/start?cars=${carId}`);
  const { id, version, href } = await send('/quotes/b2b', undefined, {
    ...blankOf(b2bFields),
    customer: { id: customerId, name, type, country: 'IT' },
    notes: 'Come era',
    cars: [{ carId, price: b2bPrice!, regime: sheet.cars[0]!.regime }],
  });
  await openAlive(page, href);
  await send(`/quotes/b2b/${id}/issue`, version);
  await colleague.close();

  const notes = page.getByRole('textbox', { name: 'Note per l’operatore' });
  await notes.fill('Ritiro venerdì');
  const dialog = page.getByRole('dialog', { name: 'Non è più una bozza' });
  await expect(dialog).toContainText('Ora lo stato è «emesso»');
  await expect(dialog.getByRole('definition')).toHaveText(['Ritiro venerdì']);
  await dialog
    .getByRole('button', { name: 'Annulla' })
    .or(dialog.getByRole('button', { name: 'Chiudi' }))
    .click();
  await expect(notes).toHaveValue('Ritiro venerdì');
  await page
    .getByRole('button', { name: /^(Modificat|Non salvato|Da correggere)/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Nuova revisione con queste modifiche' }).click();
  await page.waitForURL((url) => url.searchParams.get('quote') !== String(id));
  await expect(notes).toHaveValue('Ritiro venerdì');
  const revision = Number(new URL(page.url()).searchParams.get('quote'));
  expect((await read<B2bQuote>(context, `/quotes/b2b/${revision}`)).draft.notes).toBe('Ritiro venerdì');
  expect((await read<B2bQuote>(context, `/quotes/b2b/${id}`)).draft.notes).toBe('Come era');
});
