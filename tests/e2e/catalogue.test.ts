import { describe, expect, test } from 'vitest';
import type { GridCell } from '#domain/catalog/editions/grid.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import type { PriceSheet, Quote } from '#domain/quotes/schema.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { read, saveDraft } from './quote-page.ts';
import { at, digits, post } from './sale-page.ts';

/** A version that no other test prices: its list changes for a moment. */
const CAR = 5;

describe('the manufacturer', () => {
  pageAs('manufacturer');
  const form = () => page.locator('form[data-step]');
  /** While a step is being saved its button hears nothing. */
  const next = () => form().locator('button[type=submit]:not([aria-busy=true])').click();
  const step = (name: string) => page.waitForURL(new RegExp(`step=${name}`));

  test('adds a version to an edition step by step; what is typed and what is saved are there when one comes back', async () => {
    const code = `PRV${digits(5)}`;
    await page.goto('/fms/newCatalogRecord');
    await form().getByLabel('Edizione', { exact: true }).selectOption('');
    await next();
    await page.getByText('Inserire il nome').waitFor();
    await form().getByLabel('Nome dell’edizione').fill(`Listino ${code}`);
    await form().getByLabel('Marca').selectOption({ label: 'Lumera' });
    await next();
    await step('model');
    await next();
    await step('version');
    await form().locator('details li a').first().click();
    await page.waitForURL(/from=/);
    await next();
    await page.getByText('Codice: manca').waitFor();
    await form().getByLabel('Potenza').fill('0');
    await form().getByLabel('Codice', { exact: true }).fill(code);
    await next();
    await page.getByText('Almeno 1', { exact: true }).waitFor();
    // What is typed is there after one has left.
    await form().getByLabel('Nome', { exact: true }).fill('Prova della rete');
    await page.goto('/fms');
    await page.goto('/fms/newCatalogRecord');
    await page.getByRole('link', { name: 'Riprendi' }).click();
    await page.waitForURL(/from=/);
    await expect.poll(() => form().getByLabel('Nome', { exact: true }).inputValue()).toBe('Prova della rete');
    await form().getByLabel('Potenza').fill('85');
    await next();
    await step('options');
    await form().getByLabel('Codice').first().fill('ZZ1');
    await form().getByLabel('Nome', { exact: true }).first().fill('Tetto di prova');
    await next();
    await step('price');
    await form().getByLabel('ZZ1 Tetto di prova').fill('0,5o');
    await next();
    await page.getByText('Inserire un numero').waitFor();
    await form().getByLabel('ZZ1 Tetto di prova').fill('950');
    await next();
    await step('approval');
    await form().getByLabel('Omologazione', { exact: true }).fill('e3*2018/858*00412*07');
    await next();
    await step('done');
    expect(await page.locator('[data-done] .b-bad').count()).toBe(0);
    await page.getByRole('link', { name: 'Apri l’edizione' }).click();
    await page
      .getByRole('link', { name: /Prova della rete/ })
      .first()
      .click();
    await step('version');
    expect(await form().getByLabel('Codice', { exact: true }).inputValue()).toBe(code);
    // Another make leaves the version where it is, and begins anew.
    await page.getByRole('link', { name: 'Marca', exact: true }).click();
    await step('maker');
    await form().getByLabel('Marca').selectOption({ label: 'Ventor' });
    await next();
    await step('model');
    expect(new URL(page.url()).searchParams.has('version')).toBe(false);
    await page.getByText(/ · Ventor$/).waitFor();
    // Beside today's list the edition has it more; what is no day is said where it was typed.
    await page.goto('/fms/catalog');
    const day = page.getByLabel('oppure di un giorno', { exact: true }).first();
    await day.fill('31.2.26');
    await page.getByRole('button', { name: 'Confronta', exact: true }).click();
    await page.getByText('Scegliere un giorno o un’edizione').waitFor();
    expect(await day.inputValue()).toBe('31.2.26');
    await day.fill('');
    await page.getByLabel('Al listino', { exact: true }).selectOption({ label: `Listino ${code} (Bozza)` });
    await page.getByRole('button', { name: 'Confronta', exact: true }).click();
    await page.getByRole('link', { name: /^Aggiunta 1$/ }).click();
    expect(await page.getByRole('row', { name: /Prova della rete/ }).innerText()).toContain(code);
  });

  test('pastes a block into the grid of a model, takes it back, saves what is typed; a picture comes with it', async () => {
    const { id } = await post<{ id: number }>(context, '/catalog/editions', { name: `Griglia ${digits(5)}` });
    await page.goto(`/fms/catalog/1/1?edition=${id}`);
    await page.getByRole('link', { name: 'Apri la griglia' }).click();
    const grid = page.locator('#grid');
    // A paste before its script is there would be lost.
    await Promise.all([page.waitForResponse(/model-grid/), grid.locator('input').first().hover()]);
    const cell = (row: number, column: number) => grid.locator('tbody tr').nth(row).locator('input').nth(column);
    const before = await cell(0, 0).inputValue();
    await cell(0, 0).focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', '31.000,50\tboh\n1.234\tS\n');
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement!.dispatchEvent(paste);
    });
    await grid.getByText(/^Celle incollate: 4\. .* Da correggere: 1\./).waitFor();
    await grid.getByRole('button', { name: 'Salva nell’edizione' }).click();
    await grid.getByText(/celle che non si possono leggere/).waitFor();
    await grid.getByRole('button', { name: 'Annulla l’incolla' }).click();
    expect(await cell(0, 0).inputValue()).toBe(before);
    const leaves = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await leaves()).toBe(true);
    await cell(0, 0).fill('31.000,50');
    expect(await leaves()).toBe(false);
    await cell(0, 0).press('Enter');
    expect(await cell(1, 0).evaluate((box) => box === document.activeElement)).toBe(true);
    // While it is being saved the button hears nothing.
    const again = grid.locator('button[type=submit]:not([aria-busy=true])');
    await Promise.all([page.waitForEvent('load'), again.click()]);
    expect([await cell(0, 0).inputValue(), await cell(0, 0).getAttribute('placeholder')]).toEqual([
      '31.000,50',
      before,
    ]);

    // What a colleague writes in a cell meanwhile is said, and replaced when it is saved again.
    const { versionId, priceChange } = JSON.parse((await cell(0, 0).getAttribute('data-cell'))!) as GridCell;
    const of = { kind: 'versionPrices', key: `${versionId}:day`, version: priceChange };
    await cell(0, 0).hover();
    await cell(0, 0).fill('31.100');
    await post(context, `/catalog/editions/${id}/rows`, { rows: [{ ...of, values: { price: 31_200_00 } }] });
    await grid.getByRole('button', { name: 'Salva nell’edizione' }).click();
    await grid.getByText(/ha scritto nel frattempo: 31\.200,00/).waitFor();
    await Promise.all([page.waitForEvent('load'), again.click()]);
    expect(await cell(0, 0).inputValue()).toBe('31.100');

    await page.goto(`/fms/catalog/1/1/1?edition=${id}`);
    // A choice of options is tried where its rules are: what a pack brings comes with it, and what all costs.
    await page.getByRole('link', { name: 'Prova una scelta' }).click();
    const samples = page.locator('#samples');
    await samples.getByText(/Listino con gli optional: /).waitFor();
    await samples.getByLabel('Pack Comfort').check();
    await samples.getByText(/Si aggiunge: .*Sedili anteriori riscaldabili/).waitFor();
    expect(await samples.getByLabel('Sedili anteriori riscaldabili').isDisabled()).toBe(true);
    const file = { name: 'muso.jpg', mimeType: 'image/jpeg', buffer: await aPhoto(900, 600) };
    await page.getByLabel('Aggiungi immagini').setInputFiles([file, file]);
    await page.getByText('Inviate: entrano nell’edizione').waitFor();
    await page.locator('#images').getByRole('button', { name: 'Togli' }).last().click();
    const paint = page.locator('#images').getByLabel('Vernice');
    const colour = page.getByLabel(/^Colore, /).first();
    await paint.selectOption({ index: 1 });
    await colour.fill('#AA3366');
    const save = () => page.locator('#version').getByRole('button', { name: 'Salva nell’edizione' }).click();
    await Promise.all([page.waitForEvent('load'), save()]);
    expect([await colour.inputValue(), await paint.inputValue()]).toEqual(['#aa3366', expect.stringMatching(/\d/)]);
    // What a colleague writes meanwhile is said where it is; what was typed stays, and replaces it when it is saved again.
    const price = page.getByLabel('Con l’edizione', { exact: true });
    const [key, change] = [await price.getAttribute('data-key'), await price.getAttribute('data-change')];
    const theirs = { kind: 'versionPrices', key, version: Number(change), values: { price: 29_500_00 } };
    await post(context, `/catalog/editions/${id}/rows`, { rows: [theirs] });
    await price.fill('30.000');
    await save();
    await page.getByText(/ha scritto nel frattempo: 29\.500,00/).waitFor();
    await Promise.all([page.waitForEvent('load'), save()]);
    expect(await price.inputValue()).toBe('30.000,00');
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Annulla: ' }).first().click()]);
    expect(await price.inputValue()).not.toBe('30.000,00');
    const picture = page.locator('#images').getByRole('img', { name: 'Immagine 1' });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);
    await page.goto(`/fms/catalog?edition=${id}`);
    await page.getByText('Elimina la bozza…').click();
    await page.getByRole('button', { name: 'Elimina la bozza' }).click();
    await page.waitForURL(/catalog$/);
  });

  test('changes a list price, which a dealer sees; a protected quote becomes a contract by the former one; then takes it back', async () => {
    const seller = await at(browser, 'seller');
    const { rows } = await read<{ rows: { id: number; name: string; type: 'private' }[] }>(
      seller.context,
      '/customers?limit=1',
    );
    const { id: customerId, name, type } = rows[0]!;
    const issue = ({ id, version }: Quote) => post<Quote>(seller.context, `/quotes/${id}/issue`, {}, version);
    const quote = await issue(await saveDraft(seller.context, CAR, { customer: { id: customerId, name, type } }));
    const listPrice = async () => (await read<PriceSheet>(seller.context, `/quotes/sheets/${CAR}`)).version.listPrice;
    const before = await listPrice();

    const { id } = await post<{ id: number }>(context, '/catalog/editions', {
      name: 'Listino di prova',
      issuedDays: 30,
    });
    const price = { kind: 'versionPrices', key: `${CAR}:day`, version: 0, values: { price: before + 500_00 } };
    await post(context, `/catalog/editions/${id}/rows`, { rows: [price] });
    await page.goto(`/fms/catalog?edition=${id}`);
    await page.getByRole('button', { name: 'Segna pronta' }).click();
    expect(await listPrice()).toBe(before);
    // Where it is compared with what is in force it is published, too.
    await page.getByRole('link', { name: 'Confronta', exact: true }).click();
    await page.getByRole('link', { name: 'Aumentata 1' }).click();
    await page.getByRole('heading', { name: 'Pubblica «Listino di prova»' }).waitFor();
    expect(await page.locator('tbody tr:has(svg)').innerText()).toContain('+500,00');
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Pubblica subito' }).click()]);
    await page.goto(`/fms/catalog?edition=${id}`);
    await page.getByRole('link', { name: 'Torna indietro…' }).waitFor();

    expect(await listPrice()).toBe(before + 500_00);
    await seller.page.goto(`/dealer/quotes/retail?relisted=true&q=${quote.number}`);
    const row = seller.page.getByRole('row', { name: quote.number! });
    expect(await row.innerText()).toContain('Listino cambiato');
    // Several at once: what it costs before and after, a revision for one that was issued, and all of it back.
    await row.getByRole('checkbox').check();
    await seller.press('Passa al listino di oggi…');
    const dialog = seller.page.getByRole('dialog');
    await dialog.getByRole('row', { name: /nuova revisione/ }).waitFor();
    await dialog.getByRole('button', { name: 'Passa al listino di oggi', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const revisions = async () =>
      (await read<{ revisions: unknown[] }>(seller.context, `/quotes/${quote.id}/timeline`)).revisions.length;
    await expect.poll(revisions).toBe(2);
    await seller.press('Annulla');
    await expect.poll(revisions).toBe(1);
    const revision = await post<Quote>(seller.context, `/quotes/${quote.id}/revise`, {});
    await seller.page.goto(revision.href);
    await seller.page.getByText(/^Prezzi del listino del .* la Casa li protegge fino al/).waitFor();
    const again = await issue(revision);
    expect(again.priced!.keysInHand).toBe(quote.priced!.keysInHand);
    const contract = await post<Contract>(seller.context, '/contracts', { quoteId: again.id });
    expect(contract.keysInHand).toBe(quote.priced!.keysInHand);

    await page.getByRole('link', { name: 'Torna indietro…' }).click();
    await page.getByLabel('Motivo').selectOption('wrong_price');
    await page.getByRole('button', { name: 'Torna indietro', exact: true }).click();
    await page.getByText('Annullata', { exact: true }).first().waitFor();
    expect(await listPrice()).toBe(before);
  });
});
