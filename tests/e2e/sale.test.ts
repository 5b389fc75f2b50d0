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
import type { DEMO_USERS } from '#tests/support/server.ts';
import { alive, EXAMPLE, openAlive, read, saveDraft, section } from './quote-page.ts';
import { aBuyer, aPlate, at, digits, letters, made, signed, unfolded } from './sale-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

const queueOf = (page: Page, queue: string) =>
  page.getByRole('navigation', { name: 'Viste' }).getByRole('link', { name: queue });

/** Opens the contract from a queue of the list, in which somebody at their desk is already. */
async function fromQueue({ page, press }: Desk, queue: string, number: string) {
  if (!new URL(page.url()).search) {
    await openAlive(page, '/dealer/contracts');
    await press(queueOf(page, queue));
  }
  await press(page.getByRole('row', { name: number }).getByRole('link'));
  await page.waitForURL(/\/dealer\/contracts\/\d+$/);
}

/** Somebody at a desk who has worked in a queue before. */
async function desk(role: keyof typeof DEMO_USERS, queue: string, count: { n: number }): Promise<Desk> {
  const one = await at(browser, role, count);
  await openAlive(one.page, '/dealer/contracts');
  await queueOf(one.page, queue).click();
  await one.page.waitForURL(/state=/);
  return one;
}

type Desk = Awaited<ReturnType<typeof at>>;
type Buyer = ReturnType<typeof aBuyer>;
const dialogOf = (page: Page) => page.locator('dialog[open]');
/** A page that has stayed open reads what others have done meanwhile, as when somebody comes back to it. */
const follows = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
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
  await expect(dialog).toBeHidden({ timeout: 15_000 });
}

/** Registers somebody new who enters, and whom the seller takes at once and begins a quote for: four interactions. */
async function enters(reception: Desk, seller: Desk, name: string) {
  await openAlive(reception.page, '/reception');
  await reception.type(reception.page.getByPlaceholder('Nome o descrizione'), name);
  await reception.press(reception.page.getByRole('button', { name: /^In attesa · A / }));
  await reception.page.locator('.reception-list').getByText(name).waitFor();
  await openAlive(seller.page, '/dealer/accesses/handling');
  const visit = seller.page.getByRole('listitem').filter({ hasText: name });
  await seller.press(visit.getByRole('button', { name: 'Prendi' }));
  await expect(visit).toContainText('con Giulia Ferrari');
  await seller.press(visit.getByRole('link', { name: 'Fai preventivo' }));
}

/** Enters who sits at the desk as a customer, with what a quote wants to know of them. */
async function known({ page, press, type }: Desk, name: string, { phone, email }: Buyer) {
  await press(page.getByRole('button', { name: `Registra ${name}` }));
  const dialog = dialogOf(page);
  for (const [field, text] of [
    ['phone', phone],
    ['email', email],
    ['cap', '20121'],
  ] as const)
    await type(dialog.locator(`[name=${field}]`), text);
  await press(dialog.getByRole('button', { name: 'Salva cliente' }));
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toHaveValue(name);
}

/** What a contract wants to know of its customer beside that: the list of what is missing leads to the record. */
async function completed({ page, press, type }: Desk, { taxCode, passport }: Buyer) {
  await press(page.getByRole('button', { name: 'Manca il codice fiscale del cliente.' }));
  const dialog = dialogOf(page);
  await expect(dialog.locator('[name=taxCode]')).toBeFocused();
  await type(dialog.locator('[name=taxCode]'), taxCode);
  await press(dialog.getByRole('button', { name: 'Aggiungi: Documento' }));
  await type(dialog.getByRole('textbox', { name: 'Numero' }), passport);
  await press(dialog.getByRole('button', { name: 'Salva cliente' }));
  await expect(dialog).toBeHidden();
  await type(page.locator('#customer [name=address]'), 'Via Prova 4');
}

/** Issues a quote: a new car for who has just entered, who gives a car in, leaves a caparra and takes a loan. */
async function quoted(desk: Desk, name: string, buyer: Buyer) {
  const { page, press, type } = desk;
  // It is a car that they have quoted before.
  await press(page.locator('.known').getByRole('link', { name: /Lumera Rea\s+1\.5 HEV 101 CV Comfort/ }).first()); // prettier-ignore
  await page.waitForURL(EXAMPLE);
  await alive(page);
  await known(desk, name, buyer);
  const used = section(page, 'Usato');
  await press(used.getByRole('button', { name: 'Aggiungi permuta' }));
  for (const [label, text] of [
    ['Targa', aPlate()],
    ['Marca, modello e allestimento', 'Fiat Panda'],
    ['Chilometri', '61000'],
    ['Prima immatricolazione', '10052018'],
    ['Valutazione', '6500'],
    ['Quotazione', '6500'],
  ] as const)
    await type(used.getByRole('textbox', { name: label, exact: true }), text);
  const financial = section(page, 'Finanziamento');
  await type(financial.getByRole('textbox', { name: 'Anticipo', exact: true }), '1000');
  await press(financial.getByText('Adria Classico', { exact: true }));
  await press('Emetti preventivo');
  await page.getByText(/Emesso il preventivo/).waitFor();
}

/** Keeps the receipts that the plan proposes next. */
async function receive({ page, press }: Desk, count = 1) {
  const dialog = dialogOf(page);
  await press('Registra un incasso');
  for (let left = count; left > 1; left--) {
    const amount = await dialog.getByLabel('Importo').inputValue();
    await press(dialog.getByRole('button', { name: 'Registra e il prossimo' }));
    await expect(dialog.getByLabel('Importo')).not.toHaveValue(amount);
  }
  await press(dialog.getByRole('button', { name: 'Registra', exact: true }));
  await expect(dialog).toBeHidden();
}

/** Takes a delivered sale back on its page: the delivery, a receipt with its reason, the invoice. */
async function takenBack(office: Desk, now: () => Promise<Contract>) {
  const { page } = office;
  await step(office, 'Riapri la consegna');
  await confirm(office, 'Riapri la consegna');
  await page.getByText('La consegna è riaperta.').waitFor();
  expect((await now()).state).toBe('billed');

  // A receipt is reversed with a reason, and both stay.
  const { receipts } = await now();
  await page.getByRole('button', { name: 'Storna', exact: true }).last().click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Storna', exact: true }).click();
  await expect(dialog.getByLabel('Motivo dello storno')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Motivo dello storno').fill('Bonifico tornato indietro');
  await dialog.getByRole('button', { name: 'Storna', exact: true }).click();
  await page.getByText('storno: Bonifico tornato indietro').waitFor();
  expect((await now()).receipts).toHaveLength(receipts.length + 1);

  await step(office, 'Storna fattura');
  await dialog.getByLabel('Nota di credito').fill(`NC 2026/${digits(6)}`);
  await dialog.getByRole('textbox', { name: 'Data della nota' }).fill(day(dayInRome(new Date())));
  await confirm(office, 'Storna fattura');
  await expect.poll(async () => (await now()).state).toBe('approved');
}

/** Cancels an approved contract on its page by two people; who asks says what becomes of the caparra. */
async function cancelled(office: Desk, director: Desk, now: () => Promise<Contract>) {
  const dialog = dialogOf(office.page);
  await step(office, 'Annulla il contratto approvato');
  await dialog.getByRole('button', { name: 'Chiedi', exact: true }).click();
  // What becomes of the caparra is said at once.
  await dialog.getByText('scegliere che ne è della caparra').waitFor();
  await dialog.getByLabel('Caparra').selectOption('doubled');
  await confirm(office, 'Chiedi');
  await office.page.locator('.toast').getByText('Aspetta il sì di chi valida i contratti.').waitFor();
  expect((await now()).canceledAt).toBeNull();

  await follows(director.page);
  await director.page.getByText(/^Sara Villa chiede di annullare il contratto\.$/).waitFor();
  await step(director, 'Annulla il contratto approvato');
  await dialogOf(director.page).getByText('Un collega lo chiede e aspetta questo sì').waitFor();
  await dialogOf(director.page).getByRole('button', { name: 'Annulla il contratto approvato' }).click();
  await expect(dialogOf(director.page)).toBeHidden();
  const { canceledAt, depositOutcome, owedBack, keptTradeIns } = await now();
  // Twice the caparra of 1.000,00, and what the car that stays was taken in for.
  expect([canceledAt === null, depositOutcome, owedBack - keptTradeIns]).toEqual([false, 'doubled', 2_000_00]);
  await director.page.getByText('Da restituire al cliente').first().waitFor();
}

test('a new car, trade-in and loan, from who enters to the delivered car: five roles, 60 interactions; and all the way back', async () => {
  const count = { n: 0 };
  const today = day(dayInRome(new Date()));
  const seller = await at(browser, 'seller', count);
  const reception = await at(browser, 'reception', count);
  const buyer = aBuyer('Livia', `Tag${letters(8)}`);
  const name = `${buyer.firstName} ${buyer.lastName}`;
  await saveDraft(seller.context, 8);
  await enters(reception, seller, name);
  await quoted(seller, name, buyer);
  await seller.press('Fai il contratto');
  await seller.page.waitForURL(/\/dealer\/contracts\/\d+$/);
  const id = Number(seller.page.url().split('/').at(-1));
  const now = () => read<Contract>(seller.context, `/contracts/${id}`);
  const stands = (state: Contract['state']) => expect.poll(async () => (await now()).state).toBe(state);
  const { number } = await now();
  await completed(seller, buyer);
  await expect.poll(async () => (await now()).lacks).toEqual([]);

  await seller.press('Invia da firmare');
  await seller.tick(seller.page.locator('dialog[open]').getByLabel('Documento d’identità visto'));
  await seller.press('Invia');
  const { phone, presses } = await signed(browser, buyer.email);
  await phone.close();
  await seller.page.locator('#signatures').getByText('Ha firmato').waitFor();
  await seller.press('Invia in validazione');
  await stands('waiting_commercial_approvation');

  const director = await desk('director', 'Da validare (commerciale)', count);
  await fromQueue(director, 'Da validare (commerciale)', number);
  await director.press('Usato ricontrollato');
  await director.page.getByText('Usato ricontrollato.').waitFor();
  await director.press('Valida');
  await stands('waiting_approvation');

  const office = await desk('backOffice', 'Da validare (back office)', count);
  const { page } = office;
  await fromQueue(office, 'Da validare (back office)', number);
  // Everything that is missing leads to its field, by keyboard and where the window is narrow, too.
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [sentence, field] of [
    [`Da verificare: ${checks.identity}`, page.getByLabel(checks.identity, { exact: true })],
    ['Manca la delibera della finanziaria', page.getByLabel('Esito')],
    [
      'Inserire quando sono state date le informazioni precontrattuali',
      page.getByRole('textbox', { name: 'Precontrattuali' }),
    ],
    ['La caparra di', page.getByRole('button', { name: 'Registra un incasso' })],
  ] as const) {
    await page.getByRole('button', { name: sentence }).press('Enter');
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
  }
  await page.setViewportSize(wide);
  await office.press('Tutto verificato');
  await office.choose(page.getByLabel('Esito'), 'approved');
  await office.type(page.getByRole('textbox', { name: 'Precontrattuali' }), today);
  await office.type(page.getByLabel('Versione delle informazioni'), 'SECCI 2026/1');
  await receive(office);
  await office.press('Approva');
  await stands('approved');
  // The seller's page has stayed open, and follows, although what it asks fails once.
  const failed = seller.page.waitForEvent('requestfailed');
  await seller.page.route(/\/api\/contracts\/\d+$/, (route) => route.abort(), { times: 1 });
  await follows(seller.page);
  await failed;
  await follows(seller.page);
  await seller.page.locator('#record-head').getByText('Approvato').waitFor();

  await office.press(page.getByRole('link', { name: /^Auto N-/ }));
  await office.type(page.getByLabel('Telaio', { exact: true }), `ZZ9SALE${digits(10)}`);
  await office.type(page.getByLabel('Targa', { exact: true }), aPlate());
  await office.type(page.getByRole('textbox', { name: 'Immatricolata il' }), today);
  await expect.poll(async () => (await now()).cars[0]!.registeredOn).not.toBeNull();
  // The car leads back to its contract; the next step is the accounting's.
  await expect(page.getByRole('link', { name: number })).toBeVisible();

  const accounting = await desk('accounting', 'Approvati', count);
  await fromQueue(accounting, 'Approvati', number);
  await accounting.press('Registra una fattura');
  const invoice = dialogOf(accounting.page);
  await accounting.type(invoice.getByLabel('Numero'), `FV 2026/${digits(6)}`);
  await accounting.press(invoice.getByRole('button', { name: 'Registra e fattura' }));
  await expect(invoice).toBeHidden();
  await stands('billed');
  // The car that is taken in, the loan: each as the plan has it.
  await receive(accounting, 2);

  await fromQueue(office, 'Fatturati', number);
  await office.type(page.getByRole('textbox', { name: 'Giorno di consegna' }), today);
  await office.press('Aggiungi: Allegati');
  // What is typed in the row while its file is on the way stays.
  const typed = Promise.withResolvers<void>();
  await page.route(/\/api\/uploads\?/, (route) => typed.promise.then(() => route.continue()), { times: 1 });
  await office.attach(page.locator('#attachments input[type=file]'), 'verbale.pdf', aPdf());
  await page.locator('#attachments').getByLabel('Nota').fill('Firmato da entrambi');
  typed.resolve();
  await expect.poll(async () => (await now()).lacks).toEqual([]);
  await office.press('Chiudi con la consegna');
  await stands('completed');

  const { receipts, total, received, planEndsOn, attachments } = await now();
  expect(receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['deposit', 1_000_00],
    ['used_car', 6_500_00],
    ['financed', total - 7_500_00],
  ]);
  expect(received).toBe(total);
  expect(planEndsOn).not.toBeNull();
  expect(attachments.map(({ type, note }) => [type, note])).toEqual([['delivery_report', 'Firmato da entrambi']]);
  expect(count.n).toBeLessThanOrEqual(60);
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
  await follows(seller.page);
  // What stands open follows the state: it is unfolded once the page has come there.
  await seller.page.locator('#record-head').getByText('Completato').waitFor();
  await unfolded(seller.page, 'attachments');
  const report = await seller.page
    .locator('#attachments')
    .getByRole('link', { name: 'Verbale di consegna' })
    .getAttribute('href');
  expect((await seller.context.request.get(report!)).status()).toBe(200);

  await page.keyboard.press('Escape');
  await takenBack(office, now);
  await cancelled(office, director, now);
  for (const { context } of [reception, seller, director, office, accounting]) await context.close();
});

test('two people who write the same section are shown both values; a move then starts from what is kept', async () => {
  const seller = await at(browser, 'seller');
  const { id } = await made(seller.context, aBuyer('Livia', 'Tagliaferri'));
  const path = `/dealer/contracts/${id}`;
  const office = await at(browser, 'backOffice');
  await openAlive(seller.page, path);
  await openAlive(office.page, path);
  const notes = (page: Page) => page.getByLabel('Note stampate');
  for (const { page } of [seller, office]) await unfolded(page, 'general');
  await notes(office.page).focus();
  // Who writes where stands in the index, too.
  await follows(seller.page);
  const index = seller.page.getByRole('navigation', { name: 'Sezioni' });
  await index.getByRole('img', { name: 'Sara Villa sta modificando questa sezione' }).waitFor();
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
