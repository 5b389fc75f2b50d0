import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import type { Contract } from '#domain/contracts/schema.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { openAlive, read, section } from './quote-page.ts';
import { at, issued, post } from './sale-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const BUYER = {
  firstName: 'Ersilia',
  lastName: 'Montanari',
  taxCode: 'MNTRSL80A41F205C',
  phone: '+393471290399',
  email: 'ersilia.montanari@posta.example.it',
  passport: 'YB4499',
};

test('the price of a contract is worked out in the builder, and taken from another quote of its customer', async () => {
  const seller = await at(browser, 'seller');
  const { page } = seller;
  const quoteId = await issued(seller.context, BUYER, { tradeIns: [], financing: null, deposit: 0 });
  const { id, total } = await post<Contract>(seller.context, '/contracts', { quoteId });
  const now = () => read<Contract>(seller.context, `/contracts/${id}`);
  const change = async () => {
    await openAlive(page, `/dealer/contracts/${id}`);
    await page.getByRole('button', { name: 'Altre azioni sul contratto' }).click();
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
  await page.locator('.toast').getByText('Nuova versione economica').waitFor();
  const cut = await now();
  expect([cut.economicVersion, cut.total < total]).toEqual([3, true]);
  await seller.context.close();
});
