import type { BrowserContext } from 'playwright';
import { expect } from 'playwright/test';
import { afterEach, beforeEach, test } from 'vitest';
import type { UsedCar } from '#domain/stock/schema.ts';
import type { Quote } from '#domain/quotes/schema.ts';
import { signIn } from '#tests/support/browser.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { serverUrl } from '#tests/support/server.ts';
import { expectedCar, ownCar } from './own-car.ts';
import { alive, openAlive, read, section, totalOf, totalRows } from './quote-page.ts';

pageAs('seller');

const flat = (text: string) => text.replace(/\s+/g, ' ');
interface Page {
  rows: { id: number; code: string; version: number }[];
}
const carOf = async (code: string) => (await read<Page>(context, `/stock/used?q=${code}`)).rows[0]!;

async function choose(customer: string) {
  const find = page.getByRole('combobox', { name: 'Cerca un cliente' });
  await find.pressSequentially(customer);
  await page.getByRole('listbox', { name: 'Cerca un cliente' }).getByRole('option').first().click();
}

/** Another person, who keeps the stock. */
let keeper: BrowserContext;
beforeEach(async () => {
  keeper = await browser.newContext({ baseURL: serverUrl() });
});
afterEach(() => keeper.close());

/** What that person does in the stock meanwhile. */
async function inStock(what: 'put' | 'post', path: string, data: object) {
  const { version } = await read<UsedCar>(keeper, path.replace(/\/\w+$/, ''));
  const headers = { origin: serverUrl(), 'if-match': `"v${version}"` };
  await expect(await keeper.request[what](`/api${path}`, { headers, data })).toBeOK();
}

test('a seller picks a car, takes a trade-in, finances it, issues: screen, print and record say the same', async () => {
  await page.goto('/quotation');
  await page.getByRole('link', { name: 'Usato da stock' }).click();
  await page.getByRole('searchbox', { name: 'Marca, modello, targa o codice' }).fill('U-2026-0015');
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await page.getByRole('link', { name: /Peugeot 208/ }).click();
  await alive(page);
  const index = page.getByRole('navigation', { name: 'Sezioni del preventivo' }).getByRole('link');
  const sections = ['Servizi', 'Cliente', 'Usato', 'Incentivi', 'Assicurazioni', 'Finanziamento', 'Note'];
  expect((await index.allTextContents()).map((text) => text.split(',')[0])).toEqual(sections);
  await section(page, 'Servizi')
    .getByRole('checkbox', { name: /GAR-U12/ })
    .check();
  await section(page, 'Servizi')
    .getByRole('checkbox', { name: /ridotta a 12 mesi/ })
    .check();
  await choose('rossi');
  const used = section(page, 'Usato');
  await used.getByRole('button', { name: 'Aggiungi permuta' }).click();
  await used.getByRole('textbox', { name: 'Targa' }).fill('GH001AA');
  await used.getByRole('textbox', { name: 'Marca, modello e allestimento' }).fill('Fiat Panda 1.2');
  await used.getByRole('textbox', { name: 'Valutazione' }).fill('3500');
  // Asked for where it is missing: its fold opens by itself.
  await used.getByRole('textbox', { name: 'Quotazione', exact: true }).fill('3500');
  await section(page, 'Incentivi')
    .getByRole('checkbox', { name: /Permuta su usato Brera/ })
    .check();
  await section(page, 'Finanziamento').getByText('Adria Classico', { exact: true }).click();
  await expect.poll(() => totalOf(page, 'Saldo alla consegna')).toBe('0,00 €');
  const shown = await totalRows(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/Emesso il preventivo P-\d{4}-\d{6}/)).toBeVisible();

  const id = new URL(page.url()).searchParams.get('quote');
  const quote = await read<Quote>(context, `/quotes/${id}`);
  expect(shown.map(([label]) => label)).toEqual(
    expect.arrayContaining([
      'Prezzo dell’auto',
      'di cui in regime del margine, IVA non esposta',
      'Passaggio di proprietà, diritti e bolli',
    ]),
  );
  expect(shown.map(([label]) => label)).toEqual(quote.priced!.rows.map(({ label }) => flat(label)));
  // Once issued the page is the document.
  const document = await context.request.get(`/api/quotes/${id}/document`);
  const text = flat(pdfText(await document.body()).join(' '));
  const onPage = flat(await page.locator('#content').innerText());
  for (const said of [...shown.flat(), 'Garanzia legale di 12 mesi']) {
    expect(text).toContain(said);
    expect(onPage).toContain(said);
  }
});

test('a car that changes under the draft is told; one that is gone leads to another and nothing is lost', async () => {
  await signIn(keeper, 'admin');
  const { id } = await expectedCar(keeper);
  await openAlive(page, `/quotation/used/${id}`);
  await choose('rossi');
  await expect(page.getByText('Bozza salvata')).toBeVisible();
  await inStock('put', `/stock/used/${id}/prices`, { retailPrice: 22_000_00, b2bPrice: null, minPrice: null });
  const notes = page.getByRole('textbox', { name: 'Note per il cliente' });
  await notes.fill('Consegna a casa');
  const changed = page.getByRole('region', { name: 'Prezzi cambiati' });
  await expect(changed).toContainText('Prezzo dell’auto');
  await expect(changed).toContainText('22.000,00 €');
  await changed.getByRole('button', { name: 'Ho visto' }).click();

  await inStock('post', `/stock/used/${id}/cancel`, { reason: 'withdrawn' });
  await notes.fill('Consegna a casa il sabato');
  const services = section(page, 'Servizi');
  await expect(services).toContainText('L’arrivo dell’auto è stato annullato: scegliere un’altra auto dallo stock');
  await page.getByRole('button', { name: 'Emetti preventivo' }).click();
  await expect(page.getByText(/Per emettere il preventivo: L’arrivo dell’auto è stato annullato/)).toBeVisible();
  await services.getByRole('link', { name: 'Scegli un’altra auto' }).click();
  await page
    .getByRole('link', { name: /Jeep Avenger/ })
    .first()
    .click();
  await alive(page);
  await expect(notes).toHaveValue('Consegna a casa il sabato');
  await expect(page.getByRole('combobox', { name: 'Cerca un cliente' })).not.toHaveValue('');
  await page.getByRole('button', { name: 'Emetti preventivo' }).click();
  await expect(page.getByText(/Emesso il preventivo P-\d{4}-\d{6}/)).toBeVisible();
});

test('an accepted quote holds its car; sold to somebody else it leads to a similar one, and the rest is kept', async () => {
  await signIn(keeper, 'admin');
  const { id } = await ownCar(keeper);
  await openAlive(page, `/quotation/used/${id}`);
  await choose('rossi');
  await page.getByRole('textbox', { name: 'Note per il cliente' }).fill('Con ganci per le biciclette');
  await page.getByRole('button', { name: 'Emetti preventivo' }).click();
  await expect(page.getByText(/Emesso il preventivo P-/)).toBeVisible();
  await openAlive(page, page.url());
  await page.getByRole('button', { name: 'Accettato', exact: true }).click();
  const next = section(page, 'Prossimo passo');
  await expect(next).toContainText('L’auto è tenuta per il cliente fino al');
  await expect(next).toContainText('Da completare per il contratto');
  await next.getByRole('button', { name: 'Lascia l’auto' }).click();
  await expect(next).toContainText('non è tenuta per nessuno');
  await next.getByRole('button', { name: 'Opziona per 7 giorni' }).click();
  await expect(next).toContainText('L’auto è tenuta per il cliente fino al');

  await inStock('post', `/stock/used/${id}/release`, {});
  const soldOn = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' });
  const sale = { channel: 'retail', price: 10_000_00, customerId: null, buyer: 'Altri', document: 'F 1', soldOn };
  await inStock('post', `/stock/used/${id}/sell`, sale);
  await openAlive(page, page.url());
  await expect(page.getByText('Auto venduta', { exact: true })).toBeVisible();
  await expect(next).toContainText('il preventivo non vale più');
  await next.getByRole('link', { name: 'Scegli un’altra auto' }).click();
  await expect(page.getByText('Prima le auto più simili.')).toBeVisible();
  await page.locator('.used-pick').first().click();
  await alive(page);
  await expect(page.getByRole('textbox', { name: 'Note per il cliente' })).toHaveValue('Con ganci per le biciclette');
  await expect(page.getByRole('combobox', { name: 'Cerca un cliente' })).not.toHaveValue('');
});

test('a trade-in is estimated by the dealer’s tables, taken with one press, taken back with another; a seller sees no highest price', async () => {
  const { id } = await carOf('U-2026-0015');
  await openAlive(page, `/quotation/used/${id}`);
  const used = section(page, 'Usato');
  await used.getByRole('button', { name: 'Aggiungi permuta' }).click();
  await used.getByRole('textbox', { name: 'Targa' }).fill('GH002AA');
  await used.getByRole('textbox', { name: 'Chilometri' }).fill('78000');
  const value = used.getByRole('textbox', { name: 'Valutazione' });
  await value.fill('12000');
  await used.getByRole('button', { name: 'Stima' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stima dell’usato' });
  await dialog.getByRole('button', { name: 'Usa come valutazione' }).click();
  await expect(dialog.getByText('Inserire la quotazione di ritiro')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Quotazione di ritiro' }).fill('15400');
  await dialog.getByRole('checkbox', { name: 'Graffio, −150,00 €' }).check();
  await expect(dialog.locator('dl')).toContainText('15.250,00');
  expect(flat(await dialog.locator('dl').innerText())).toBe('Quotazione di ritiro 15.400,00 € Graffio −150,00 € Stima 15.250,00 €'); // prettier-ignore
  await expect(dialog.getByText('Prezzo massimo d’acquisto')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Usa come valutazione' }).click();
  await expect(value).toHaveValue('15.250,00');
  await page.getByRole('button', { name: 'Annulla', exact: true }).click();
  await expect(value).toHaveValue('12.000,00');

  await used.getByRole('button', { name: 'Stima' }).click();
  await dialog.getByRole('textbox', { name: 'Quotazione di ritiro' }).fill('9000');
  await dialog.getByRole('button', { name: 'Usa come valutazione' }).click();
  await expect(value).toHaveValue('9.000,00');
  await expect(page.getByText('Bozza salvata')).toBeVisible();
  const quote = await read<Quote>(context, `/quotes/${new URL(page.url()).searchParams.get('quote')}`);
  expect(quote.draft.tradeIns).toMatchObject([{ valuation: 9_000_00, standInValue: 9_000_00, estimate: { base: 9_000_00 } }]); // prettier-ignore
  const printed = await context.request.get(`/api/quotes/${quote.id}/document`);
  expect(flat(pdfText(await printed.body()).join(' '))).not.toContain('Stima');
  await page.reload();
  await used.getByRole('button', { name: 'Stima' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Quotazione di ritiro' })).toHaveValue('9.000,00');
});
