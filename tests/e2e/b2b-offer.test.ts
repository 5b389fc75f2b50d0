import { expect } from 'playwright/test';
import { test } from 'vitest';
import type { B2bQuote } from '#domain/quotes/b2b/schema.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { openAlive, read, section } from './quote-page.ts';

pageAs('director');

interface Cars {
  rows: { id: number; code: string; plate: string; state: string; b2bPrice: number | null; held: string | null }[];
}
const inStock = async (query: string) => (await read<Cars>(context, `/stock/used?${query}`)).rows;
const flat = (text: string) => text.replace(/\s+/g, ' ');

test('from the stock to an offer of two cars, by its link to the trader, whose yes sells both', async () => {
  const free = await inStock('state=acquired&sort=days&dir=asc');
  const [first, second] = free.filter(({ b2bPrice, held, plate }) => b2bPrice && !held && plate);
  await openAlive(page, `/dealer/stock/used?q=${first!.code}`);
  await page
    .getByRole('checkbox', { name: new RegExp(`^Seleziona.*`) })
    .last()
    .check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Offerta B2B' }).click();
  await page.waitForURL(/\/quotation\/b2b\?cars=/);
  await page.locator('astro-island[ssr], [data-asleep]').first().waitFor({ state: 'detached' });
  const add = section(page, 'Auto').getByRole('combobox', { name: 'Aggiungi un’auto' });
  const offered = page.getByRole('listbox', { name: 'Aggiungi un’auto' }).getByRole('option');
  await add.click();
  await expect(offered.nth(1)).toBeVisible();
  await add.pressSequentially(second!.plate);
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
  for (const said of [number!, first!.plate, second!.plate, priced!.regimes[0]!.mention]) expect(read1).toContain(said);
  await trader.getByRole('textbox', { name: 'Nome e cognome' }).fill('Mario Bianchi');
  await trader.getByRole('button', { name: 'Accetta l’offerta' }).click();
  await expect(trader.getByText('le auto sono riservate a voi')).toBeVisible();
  await stranger.close();

  await page.reload();
  await expect(page.getByText('accettato').or(page.getByText('Accettato')).first()).toBeVisible();
  await expect(page.getByText('Mario Bianchi').first()).toBeVisible();
  for (const { id: car } of [first!, second!])
    expect(await read<{ state: string }>(context, `/stock/used/${car}`)).toMatchObject({ state: 'sold' });
});
