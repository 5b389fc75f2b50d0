import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import type { Contract } from '#domain/contracts/schema.ts';
import { leaveBrowser, openBrowser } from '#tests/support/browser.ts';
import { openAlive, read } from './quote-page.ts';
import { aBuyer, at, made, mailed, signed, unfolded } from './sale-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

const dialogOf = (page: Page) => page.locator('dialog[open]');

test('a customer withdraws on the page of the signature in two steps; the seller closes it in one, and the receipt says when', async () => {
  const seller = await at(browser, 'seller');
  const { page } = seller;
  const buyer = aBuyer('Ottavia', 'Bellandi');
  const { id } = await made(seller.context, buyer, { tradeIns: [], financing: null });
  const now = () => read<Contract>(seller.context, `/contracts/${id}`);
  await openAlive(page, `/dealer/contracts/${id}`);
  await unfolded(page, 'general');
  await page.getByLabel('Concluso').selectOption('distance');
  await expect.poll(async () => (await now()).concluded).toBe('distance');
  await page.getByRole('button', { name: 'Invia da firmare', exact: true }).click();
  await dialogOf(page).getByLabel('Documento d’identità visto').check();
  await dialogOf(page).getByRole('button', { name: 'Invia', exact: true }).click();

  const { phone } = await signed(browser, buyer.email);
  await phone.reload();
  await phone.getByText('Recedi dal contratto').click();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await phone.getByRole('button', { name: 'Conferma recesso' }).click();
  await phone.getByText(/^Recesso comunicato: oggi/).waitFor();
  await phone.getByText('Recesso comunicato', { exact: true }).waitFor();
  await expect(phone.getByText('Saldo alla consegna')).toHaveCount(0);
  expect(await mailed(buyer.email, /(recedere dal contratto C-\d{4}-\d+)/)).toBeTruthy();

  await openAlive(page, `/dealer/contracts/${id}`);
  await page.getByText('Ottavia Bellandi ha comunicato il recesso').waitFor();
  await page.getByRole('button', { name: 'Altre azioni' }).click();
  await expect(page.getByRole('button', { name: 'Annulla il contratto' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Chiudi il recesso', exact: true }).click();
  await dialogOf(page).getByText('si annulla il contratto').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Chiudi il recesso', exact: true }).click();
  await page.getByText('Recesso chiuso: il contratto è annullato.').waitFor();
  await page.getByText(/^Annullato da Giulia Ferrari, oggi/).waitFor();
  // It says so once.
  await expect(page.getByText('Il contratto è annullato.', { exact: true })).toHaveCount(0);
  expect((await now()).canceledAt).not.toBeNull();
  // The customer reads it on the same page.
  await phone.reload();
  await phone.getByText(/^Recesso comunicato: oggi/).waitFor();
  await phone.getByText('Contratto annullato', { exact: true }).waitFor();
  await phone.context().close();
  await seller.context.close();
});
