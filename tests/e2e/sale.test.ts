import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import type { Contract } from '#domain/contracts/schema.ts';
import { annexes } from '#domain/contracts/annexes.ts';
import { checks } from '#domain/contracts/terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { leaveBrowser, openBrowser } from '#tests/support/browser.ts';
import { EXAMPLE, openAlive, read } from './quote-page.ts';
import { aBuyer, aPlate, at, digits, issued, made, signed } from './sale-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

/** Opens the contract from a queue of the list. */
async function fromQueue({ page, press }: Awaited<ReturnType<typeof at>>, queue: string, number: string) {
  await openAlive(page, '/dealer/contracts');
  await press(page.getByRole('navigation', { name: 'Viste' }).getByRole('link', { name: queue }));
  await press(page.getByRole('row', { name: number }).getByRole('link'));
  await page.waitForURL(/\/dealer\/contracts\/\d+$/);
}

test('a new car, trade-in and loan, from the issued quote to the delivered car: three people, 40 interactions', async () => {
  const count = { n: 0 };
  const today = day(dayInRome(new Date()));
  const seller = await at(browser, 'seller', count);
  const buyer = aBuyer('Livia', 'Tagliaferri');
  const quoteId = await issued(seller.context, buyer);
  await openAlive(seller.page, `${EXAMPLE}?quote=${quoteId}`);
  await seller.press('Fai il contratto');
  await seller.page.waitForURL(/\/dealer\/contracts\/\d+$/);
  const id = Number(seller.page.url().split('/').at(-1));
  const now = () => read<Contract>(seller.context, `/contracts/${id}`);
  const stands = (state: Contract['state']) => expect.poll(async () => (await now()).state).toBe(state);
  const { number } = await now();

  await seller.press('Invia da firmare');
  await seller.tick(seller.page.locator('dialog[open]').getByLabel('Documento d’identità visto'));
  await seller.press('Invia');
  const { phone, presses } = await signed(browser, buyer.email);
  await phone.close();
  await seller.page.locator('#signatures').getByText('Ha firmato').waitFor();
  await seller.press('Invia in validazione');
  await stands('waiting_commercial_approvation');

  const director = await at(browser, 'director', count);
  await fromQueue(director, 'Da validare (commerciale)', number);
  await director.tick(director.page.getByLabel('Usato ricontrollato'));
  await director.press('Valida');
  await stands('waiting_approvation');

  const office = await at(browser, 'backOffice', count);
  const { page } = office;
  const dialog = page.locator('dialog[open]');
  /** Keeps the receipt that the plan proposes next. */
  const receive = async () => {
    await office.press('Registra un incasso');
    await office.press(dialog.getByRole('button', { name: 'Registra', exact: true }));
    await expect(dialog).toBeHidden();
  };
  await fromQueue(office, 'Da validare (back office)', number);
  for (const check of Object.values(checks))
    await office.tick(page.locator('#reserved').getByLabel(check, { exact: true }));
  await office.choose(page.getByLabel('Esito'), 'approved');
  await office.type(page.getByRole('textbox', { name: 'Precontrattuali' }), today);
  await office.type(page.getByLabel('Versione delle informazioni'), 'SECCI 2026/1');
  await receive();
  await office.press('Approva');
  await stands('approved');

  await office.press(page.getByRole('link', { name: /^Auto N-/ }));
  await office.type(page.getByLabel('Telaio', { exact: true }), `ZZ9SALE${digits(10)}`);
  await office.type(page.getByLabel('Targa', { exact: true }), aPlate());
  await office.type(page.getByRole('textbox', { name: 'Immatricolata il' }), today);
  await expect.poll(async () => (await now()).cars[0]!.registeredOn).not.toBeNull();
  await office.press(page.getByRole('link', { name: number }));
  await page.waitForURL(/\/dealer\/contracts\/\d+$/);

  await office.press('Registra una fattura');
  await office.type(dialog.getByLabel('Numero'), `FV 2026/${digits(6)}`);
  await office.press(dialog.getByRole('button', { name: 'Registra', exact: true }));
  await expect(dialog).toBeHidden();
  await office.press('Fattura');
  await stands('billed');

  // The car that is taken in, the loan: each as the plan has it.
  for (let more = 0; more < 2; more++) await receive();
  await office.type(page.getByRole('textbox', { name: 'Giorno di consegna' }), today);
  await office.press('Aggiungi: Allegati');
  await office.attach(page.locator('#attachments input[type=file]'), 'verbale.pdf', aPdf());
  await expect.poll(async () => (await now()).lacks).toEqual([]);
  await office.press('Chiudi con la consegna');
  await stands('completed');

  const { receipts, total, received, planEndsOn } = await now();
  expect(receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['deposit', 1_000_00],
    ['used_car', 6_500_00],
    ['financed', total - 7_500_00],
  ]);
  expect(received).toBe(total);
  expect(planEndsOn).not.toBeNull();
  expect(count.n).toBeLessThanOrEqual(40);
  expect(presses).toBeLessThanOrEqual(12);

  // The papers of the sale are in the menu, and the attachment opens for the seller, too.
  await page.getByRole('button', { name: 'Altre azioni' }).click();
  for (const [paper, type] of [
    ['Fascicolo (ZIP con gli allegati)', 'application/zip'],
    [annexes.trade_in.label, 'application/pdf'],
    [annexes.delivery.label, 'application/pdf'],
  ] as const) {
    const href = await page.getByRole('link', { name: paper }).getAttribute('href');
    expect((await office.context.request.get(href!)).headers()['content-type']).toBe(type);
  }
  await seller.page.goto(`/dealer/contracts/${id}`);
  const report = await seller.page
    .locator('#attachments')
    .getByRole('link', { name: 'Verbale di consegna' })
    .getAttribute('href');
  expect((await seller.context.request.get(report!)).status()).toBe(200);
  for (const { context } of [seller, director, office]) await context.close();
});

test('two people who write the same section are shown both values; a move then starts from what is kept', async () => {
  const seller = await at(browser, 'seller');
  const { id } = await made(seller.context, aBuyer('Livia', 'Tagliaferri'));
  const path = `/dealer/contracts/${id}`;
  const office = await at(browser, 'backOffice');
  await openAlive(seller.page, path);
  await openAlive(office.page, path);
  const notes = (page: Page) => page.getByLabel('Note stampate');
  await office.type(notes(office.page), 'Ruota di scorta inclusa');
  await expect
    .poll(async () => (await read<Contract>(office.context, `/contracts/${id}`)).notes)
    .toBe('Ruota di scorta inclusa');
  await seller.type(notes(seller.page), 'Tappeti inclusi');
  const dialog = seller.page.locator('dialog[open]');
  await dialog.getByText('Ruota di scorta inclusa').waitFor();
  await dialog.getByText('Tappeti inclusi').waitFor();
  await seller.page.keyboard.press('Escape');
  for (const { context } of [seller, office]) await context.close();
});
