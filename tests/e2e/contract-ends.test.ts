import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import type { Contract } from '#domain/contracts/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { leaveBrowser, openBrowser } from '#tests/support/browser.ts';
import { openAlive, read } from './quote-page.ts';
import { aBuyer, at, digits, made, mailed, post, signed } from './sale-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

type Desk = Awaited<ReturnType<typeof at>>;
const today = () => day(dayInRome(new Date()));
const dialogOf = (page: Page) => page.locator('dialog[open]');
/** Presses a step of the menu. */
async function step({ page }: Desk, label: string) {
  await page.getByRole('button', { name: 'Altre azioni' }).click();
  await page.getByRole('button', { name: label, exact: true }).click();
}
/** Chooses the first reason of the company and confirms. */
async function confirm({ page }: Desk, verb: string) {
  const dialog = dialogOf(page);
  await dialog.getByLabel('Motivo').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a delivered sale is taken back step by step: delivery, a receipt with its reason, the invoice', async () => {
  const office = await at(browser, 'backOffice');
  const { rows } = await read<{ rows: Contract[] }>(office.context, '/contracts?state=completed&limit=1');
  const { id } = rows[0]!;
  const now = () => read<Contract>(office.context, `/contracts/${id}`);
  await openAlive(office.page, `/dealer/contracts/${id}`);

  await step(office, 'Riapri la consegna');
  await confirm(office, 'Riapri la consegna');
  await office.page.getByText('La consegna è riaperta.').waitFor();
  expect((await now()).state).toBe('billed');

  // A receipt is reversed with a reason, and both stay.
  const { receipts } = await now();
  await office.page.getByRole('button', { name: 'Storna', exact: true }).first().click();
  const dialog = dialogOf(office.page);
  await dialog.getByRole('button', { name: 'Storna', exact: true }).click();
  await expect(dialog.getByLabel('Motivo dello storno')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Motivo dello storno').fill('Bonifico tornato indietro');
  await dialog.getByRole('button', { name: 'Storna', exact: true }).click();
  await office.page.getByText('storno: Bonifico tornato indietro').waitFor();
  expect((await now()).receipts).toHaveLength(receipts.length + 1);

  await step(office, 'Storna fattura');
  await dialog.getByLabel('Nota di credito').fill(`NC 2026/${digits(6)}`);
  await dialog.getByRole('textbox', { name: 'Data della nota' }).fill(today());
  await confirm(office, 'Storna fattura');
  await expect.poll(async () => (await now()).state).toBe('approved');
  await office.context.close();
});

test('an approved contract is cancelled by two people, and who asks says what becomes of the caparra', async () => {
  const office = await at(browser, 'backOffice');
  const { rows } = await read<{ rows: Contract[] }>(office.context, '/contracts?state=approved&limit=1');
  const { id } = rows[0]!;
  const now = () => read<Contract>(office.context, `/contracts/${id}`);
  const deposit = { receivedOn: dayInRome(new Date()), kind: 'deposit', method: 'transfer', amount: 500_00 };
  await post(office.context, `/contracts/${id}/receipts`, deposit);
  await openAlive(office.page, `/dealer/contracts/${id}`);

  const dialog = dialogOf(office.page);

  await step(office, 'Annulla il contratto approvato');
  await dialog.getByRole('button', { name: 'Chiedi', exact: true }).click();
  // What becomes of the caparra is said at once.
  await dialog.getByText('scegliere che ne è della caparra').waitFor();
  await dialog.getByLabel('Caparra').selectOption('doubled');
  await confirm(office, 'Chiedi');
  await office.page.locator('.toast').getByText('Aspetta il sì di chi valida i contratti.').waitFor();
  expect((await now()).canceledAt).toBeNull();

  const director = await at(browser, 'director');
  await openAlive(director.page, `/dealer/contracts/${id}`);
  await director.page.getByText('Un collega chiede di annullare il contratto.').waitFor();
  await step(director, 'Annulla il contratto approvato');
  await dialogOf(director.page).getByText('Un collega lo chiede e aspetta questo sì').waitFor();
  await dialogOf(director.page).getByRole('button', { name: 'Annulla il contratto approvato' }).click();
  await expect(dialogOf(director.page)).toBeHidden();
  const { canceledAt, depositOutcome, owedBack, receipts } = await now();
  const caparra = receipts.filter(({ kind }) => kind === 'deposit').reduce((sum, { amount }) => sum + amount, 0);
  expect([canceledAt === null, depositOutcome, owedBack]).toEqual([false, 'doubled', 2 * caparra]);
  await director.page.getByText('Da restituire al cliente').waitFor();
  for (const { context } of [office, director]) await context.close();
});

test('a customer withdraws on the page of the signature in two steps; the seller closes it in one, and the receipt says when', async () => {
  const seller = await at(browser, 'seller');
  const { page } = seller;
  const buyer = aBuyer('Ottavia', 'Bellandi');
  const { id } = await made(seller.context, buyer, { tradeIns: [], financing: null });
  const now = () => read<Contract>(seller.context, `/contracts/${id}`);
  await openAlive(page, `/dealer/contracts/${id}`);
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
  await phone.getByText(/^Recesso comunicato il/).waitFor();
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
  expect((await now()).canceledAt).not.toBeNull();
  // The customer reads it on the same page.
  await phone.reload();
  await phone.getByText(/^Recesso comunicato il/).waitFor();
  await phone.context().close();
  await seller.context.close();
});
