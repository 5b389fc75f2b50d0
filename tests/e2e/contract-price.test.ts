import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import type { Contract } from '#domain/contracts/schema.ts';
import type { Quote } from '#domain/quotes/schema.ts';
import { leaveBrowser, openBrowser } from '#tests/support/browser.ts';
import { serverUrl } from '#tests/support/server.ts';
import { ownCar } from './own-car.ts';
import { openAlive, read, section } from './quote-page.ts';
import { aBuyer, at, entered, made, post, unfolded } from './sale-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

test('the price of a contract is worked out in the builder, and taken from another quote of its customer', async () => {
  const seller = await at(browser, 'seller');
  const { page } = seller;
  const { id, total } = await made(seller.context, aBuyer('Ersilia', 'Montanari'), {
    tradeIns: [],
    financing: null,
    deposit: 0,
  });
  const now = () => read<Contract>(seller.context, `/contracts/${id}`);
  const change = async () => {
    await openAlive(page, `/dealer/contracts/${id}`);
    await page.getByRole('button', { name: 'Altre azioni' }).click();
    await page.getByRole('button', { name: 'Cambia auto o prezzo' }).click();
  };
  await change();
  await page.getByRole('button', { name: 'Modifica nel configuratore' }).click();
  await page.waitForURL(/contract=\d+$/);
  await openAlive(page, page.url());
  const deposit = section(page, 'Finanziamento').getByRole('textbox', { name: 'Anticipo', exact: true });
  await deposit.fill('750');
  await deposit.press('Tab');
  await page.getByRole('button', { name: 'Applica al contratto' }).click();
  await page.waitForURL(/\/dealer\/contracts\/\d+$/);
  const changed = await now();
  expect([changed.economicVersion, changed.total]).toEqual([2, total]);
  expect(changed.payments[0]).toMatchObject({ kind: 'deposit', amount: 750_00 });
  // The working copy is gone.
  const left = await read<{ rows: unknown[] }>(seller.context, `/quotes?customerId=${changed.customerId}&state=draft`);
  expect(left.rows).toEqual([]);

  // A quote of the same customer at another price.
  const { draft } = await read<{ draft: object }>(seller.context, `/contracts/${id}/price`);
  const cheaper = [{ label: 'Sconto fedeltà', amount: 200_00, percent: null }];
  await post(seller.context, '/quotes', { ...draft, customDiscounts: cheaper });
  await change();
  await page.getByRole('button', { name: 'Prendi auto e prezzo' }).click();
  // What it costs is seen before the contract takes it.
  await page.waitForURL(/contract=\d+$/);
  await openAlive(page, page.url());
  // Meanwhile a colleague writes in the contract: who has not seen that is told, also after the page was loaded anew.
  const office = await at(browser, 'backOffice');
  await openAlive(office.page, `/dealer/contracts/${id}`);
  await unfolded(office.page, 'general');
  await office.type(office.page.getByLabel('Note stampate'), 'Gancio incluso');
  await expect.poll(async () => (await now()).notes).toBe('Gancio incluso');
  await office.context.close();
  await openAlive(page, page.url());
  await page.getByRole('button', { name: 'Applica al contratto' }).click();
  await page.getByText(/Sara Villa ha modificato il dato nel frattempo\. Il contratto C-\d{4}-\d+ è ora di Ersilia Montanari, /).waitFor(); // prettier-ignore
  expect((await now()).economicVersion).toBe(2);
  await page.getByRole('button', { name: 'Applica al contratto' }).click();
  await page.waitForURL(/\/dealer\/contracts\/\d+$/);
  const cut = await now();
  expect([cut.economicVersion, cut.total < total]).toEqual([3, true]);
  await seller.context.close();
});

test('a contract is made by hand from the page of a car; a car of the list takes its place, and what was agreed goes on', async () => {
  const director = await at(browser, 'director');
  const { page } = director;
  const buyer = aBuyer('Ersilia', 'Montanari');
  await entered(director.context, buyer);
  await openAlive(page, '/dealer/contracts');
  await page.getByRole('link', { name: 'Nuovo contratto' }).click();
  await page.waitForURL('/dealer/contracts/new');
  await page.getByLabel('Nome, codice fiscale').fill(buyer.taxCode);
  await page.getByLabel('Nome, codice fiscale').press('Enter');
  await page.getByRole('link', { name: 'Ersilia Montanari' }).click();
  await page.getByText('Il contratto sarà per Ersilia Montanari').waitFor();
  await page.getByRole('link', { name: 'Usata dallo stock' }).waitFor();
  // Whom it is for is kept until the price is made, here from the page of a car.
  const car = await ownCar(director.context);
  await openAlive(page, `/dealer/stock/used/${car.id}`);
  await page.getByRole('button', { name: 'Altre azioni', exact: true }).click();
  await page.getByRole('link', { name: 'Fai il contratto' }).click();
  await page.waitForURL(`/quotation/used/${car.id}?contract=new`);
  await openAlive(page, page.url());
  const badge = page.locator('#record-head').getByText(/^(Nuovo contratto|Prezzo salvato)/);
  await badge.waitFor();
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toHaveValue('Ersilia Montanari');
  const deposit = () => section(page, 'Finanziamento').getByRole('textbox', { name: 'Anticipo', exact: true });
  await deposit().fill('300');
  await deposit().press('Tab');
  await page.getByRole('button', { name: 'Fai il contratto' }).click();
  await page.waitForURL(/\/dealer\/contracts\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  const now = () => read<Contract>(director.context, `/contracts/${id}`);
  const made = await now();
  expect(made).toMatchObject({ kind: 'used', origin: 'stock', customer: 'Ersilia Montanari', quoteId: null });
  const left = await read<{ rows: unknown[] }>(director.context, `/quotes?customerId=${made.customerId}&state=draft`);
  const before = left.rows.length;

  await openAlive(page, page.url());
  await page.getByRole('button', { name: 'Altre azioni' }).click();
  await page.getByRole('button', { name: 'Cambia auto o prezzo' }).click();
  await page.getByRole('link', { name: 'Nuova dal listino' }).click();
  await page.getByText('L’auto è per un contratto').waitFor();
  for (let step = 0; step < 2; step++) await page.locator('a.car-pick').first().click();
  await page
    .getByRole('link', { name: /^Configura/ })
    .first()
    .click();
  await page.waitForURL(/\/quotation\/new\/\d+\/\d+\/\d+\?contract=\d+$/);
  await openAlive(page, page.url());
  await expect(deposit()).toHaveValue('300,00');
  await page.getByRole('button', { name: 'Applica al contratto' }).click();
  await page.waitForURL(/\/dealer\/contracts\/\d+$/);
  const changed = await now();
  expect(changed).toMatchObject({ kind: 'new', economicVersion: 2, customer: 'Ersilia Montanari' });
  expect(changed.payments[0]).toMatchObject({ kind: 'deposit', amount: 300_00 });
  expect(changed.cars[0]!.kind).toBe('new');
  // The first car is free again, and no working copy is left.
  const { reserved } = await read<{ reserved: unknown }>(director.context, `/quotes/used-cars/${made.cars[0]!.id}`);
  expect(reserved).toBeNull();
  const copies = await read<{ rows: unknown[] }>(director.context, `/quotes?customerId=${made.customerId}&state=draft`);
  expect(copies.rows).toHaveLength(before);
  await director.context.close();
});

test('a quote whose days are over becomes a contract at the prices of today, once their differences were seen', async () => {
  const { context, page } = await at(browser, 'admin');
  const { rows } = await read<{ rows: Quote[] }>(context, '/quotes?state=expired&limit=30');
  const quotes = await Promise.all(rows.map((row) => read<Quote>(context, `/quotes/${row.id}`)));
  const quote = quotes.find(({ draft, lost }) => draft.accessoryIds.length > 0 && lost === null)!;
  const path = `/accessories/${quote.draft.accessoryIds[0]}`;
  const accessory = async () => read<{ version: number; price: number; description: string }>(context, path);
  const dear = async (more: number) => {
    const { version, ...data } = await accessory();
    const headers = { origin: serverUrl(), 'if-match': `"v${version}"` };
    const answer = await context.request.put(`/api${path}`, { headers, data: { ...data, price: data.price + more } });
    expect(answer.status()).toBe(200);
  };
  const { total: before } = await read<{ total: number }>(context, `/quotes/${quote.id}/today`);
  await dear(1_000_00);
  await openAlive(page, quote.href);
  await page.getByRole('button', { name: 'Fai il contratto ai prezzi di oggi' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByText((await accessory()).description).waitFor();
  await dialog.getByRole('button', { name: 'Fai il contratto', exact: true }).click();
  await page.waitForURL(/\/dealer\/contracts\/\d+$/);
  await dear(-1_000_00);
  const made = await read<Contract>(context, `/contracts/${page.url().split('/').at(-1)}`);
  expect([made.quoteId, made.total > before]).toEqual([quote.id, true]);
  await context.close();
});
