import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import type { Contract } from '#domain/contracts/schema.ts';
import { annexes } from '#domain/contracts/annexes.ts';
import { checks } from '#domain/contracts/terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { emptyDraft } from '#domain/quotes/empty-draft.ts';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { openBrowser, signIn } from '#tests/support/browser.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { dataDir, serverUrl, type DEMO_USERS } from '#tests/support/server.ts';
import { EXAMPLE, openAlive, read } from './quote-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const EMAIL = 'livia.tagliaferri@posta.example.it';

/** A person at a desk; every press, choice and typed field is counted in `count`. */
async function at(as: keyof typeof DEMO_USERS, count: { n: number }) {
  const context = await browser.newContext({ baseURL: serverUrl(), viewport: { width: 1366, height: 768 } });
  await signIn(context, as);
  const page = await context.newPage();
  const counted =
    <A extends unknown[]>(work: (...args: A) => Promise<unknown>) =>
    async (...args: A) => {
      count.n += 1;
      await work(...args);
    };
  return {
    context,
    page,
    press: counted((what: Locator | string) =>
      (typeof what === 'string' ? page.getByRole('button', { name: what, exact: true }) : what).click(),
    ),
    tick: counted((what: Locator) => what.check()),
    choose: counted((what: Locator, value: string) => what.selectOption(value)),
    type: counted(async (what: Locator, text: string) => {
      await what.fill(text);
      await what.press('Tab');
    }),
    attach: counted((what: Locator, name: string, bytes: Buffer) =>
      what.setInputFiles({ name, mimeType: 'application/pdf', buffer: bytes }),
    ),
  };
}

async function post<T>({ request }: BrowserContext, path: string, data: object, version?: number): Promise<T> {
  const headers = {
    origin: serverUrl(),
    'idempotency-key': randomUUID(),
    ...(version !== undefined && { 'if-match': `"v${version}"` }),
  };
  const answer = await request.post(`${serverUrl()}/api${path}`, { headers, data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** An issued quote of a new car for a private person who pays a caparra, gives a car in and takes a loan. */
async function issued(context: BrowserContext): Promise<number> {
  const customer = await post<{ id: number; name: string }>(context, '/customers', {
    type: 'private',
    country: 'IT',
    firstName: 'Livia',
    lastName: 'Tagliaferri',
    taxCode: 'TGLLVI80A41F205W',
    email: EMAIL,
    phone: '+393471290345',
    address: 'Via Prova 4',
    cap: '20121',
    city: 'Milano',
    province: 'MI',
    documents: [{ kind: 'passport', number: 'YB4471', issuer: '', issuedOn: null, expiresOn: null, scan: null }],
  });
  const sheet = await read<PriceSheet>(context, '/quotes/sheets/8');
  const loan = sheet.plans.find(({ type }) => type === 'loan')!;
  const draft = {
    ...emptyDraft(sheet, 'MI'),
    customer: { id: customer.id, name: customer.name, type: 'private' as const },
    deposit: 1_000_00,
    tradeIns: [
      {
        ...{
          type: 'barter' as const,
          plate: 'FX417LT',
          description: 'Fiat Panda',
          km: 61_000,
          registeredOn: '2018-05-10',
        },
        ...{
          euroClass: 6,
          valuation: 6_500_00,
          residualDebt: 1_500_00,
          ownedSince: null,
          standInValue: 6_500_00,
          estimate: null,
        },
      },
    ],
    financing: { planId: loan.id, amount: null, months: 48, protection: false, kmPerYear: null, balloon: null },
  };
  const quote = await post<{ id: number; version: number; hash: string }>(context, '/quotes', draft);
  await post(context, `/quotes/${quote.id}/issue`, { hash: quote.hash }, quote.version);
  return quote.id;
}

async function mailed(what: RegExp): Promise<string> {
  const found = () => mailsLeft({ DATA_DIR: dataDir() }, EMAIL).toReversed().join('\n').match(what)?.[1];
  await expect.poll(found, { timeout: 20_000 }).toBeDefined();
  return found()!;
}

/** Signs on a phone; returns how many presses it took. */
async function signed(): Promise<number> {
  const link = await mailed(/(http:\/\/\S+\/firma\/[\w.-]+)/);
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: serverUrl() });
  const own = await phone.newPage();
  await own.goto(new URL(link).pathname);
  await expect
    .poll(async () => {
      await own.locator('.pages').evaluate((pages) => pages.scrollBy(0, 400));
      return own.locator('[data-progress]').textContent();
    })
    .toBe('Letto fino in fondo');
  let presses = 0;
  for (const box of await own.locator('[name=block]').all()) {
    presses += 1;
    await box.check();
  }
  await own.getByRole('button', { name: /^Invia il codice/ }).click();
  await own.getByLabel('Codice di sei cifre').fill(await mailed(/\n(\d{6}) è il codice/));
  await own.getByRole('button', { name: 'Firma il documento' }).click();
  await own.getByText('Documento firmato').waitFor();
  await phone.close();
  // The code is one field.
  return presses + 3;
}

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
  const seller = await at('seller', count);
  const quoteId = await issued(seller.context);
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
  const presses = await signed();
  await seller.page.locator('#signatures').getByText('Ha firmato').waitFor();
  await seller.press('Invia in validazione');
  await stands('waiting_commercial_approvation');

  const director = await at('director', count);
  await fromQueue(director, 'Da validare (commerciale)', number);
  await director.tick(director.page.getByLabel('Usato ricontrollato'));
  await director.press('Valida');
  await stands('waiting_approvation');

  const office = await at('backOffice', count);
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
  await receive();
  await office.press('Approva');
  await stands('approved');

  await office.press(page.getByRole('link', { name: /^Auto N-/ }));
  await office.type(page.getByLabel('Telaio', { exact: true }), 'ZZ9SALE0000004471');
  await office.type(page.getByLabel('Targa', { exact: true }), 'GX447SL');
  await office.type(page.getByRole('textbox', { name: 'Immatricolata il' }), today);
  await expect.poll(async () => (await now()).cars[0]!.registeredOn).not.toBeNull();
  await office.press(page.getByRole('link', { name: number }));
  await page.waitForURL(/\/dealer\/contracts\/\d+$/);

  await office.press('Registra una fattura');
  await office.type(dialog.getByLabel('Numero'), 'FV 2026/4471');
  await office.press(dialog.getByRole('button', { name: 'Registra', exact: true }));
  await expect(dialog).toBeHidden();
  await office.press('Fattura');
  await stands('billed');

  // The car that is taken in, what is owed on it, the loan: each as the plan has it.
  for (let more = 0; more < 3; more++) await receive();
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
    ['debt', -1_500_00],
    ['financed', total - 6_000_00],
  ]);
  expect(received).toBe(total);
  expect(planEndsOn).not.toBeNull();
  expect(count.n).toBeLessThanOrEqual(40);
  expect(presses).toBeLessThanOrEqual(12);

  // The papers of the sale are in the menu, and the attachment opens for the seller, too.
  await page.getByRole('button', { name: 'Altre azioni sul contratto' }).click();
  for (const paper of ['Fascicolo (un PDF)', annexes.trade_in.label, annexes.delivery.label]) {
    const href = await page.getByRole('link', { name: paper }).getAttribute('href');
    expect((await office.context.request.get(href!)).headers()['content-type']).toBe('application/pdf');
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
  const seller = await at('seller', { n: 0 });
  const { rows } = await read<{ rows: { id: number }[] }>(seller.context, '/contracts?state=incomplete&limit=1');
  const path = `/dealer/contracts/${rows[0]!.id}`;
  const office = await at('backOffice', { n: 0 });
  await openAlive(seller.page, path);
  await openAlive(office.page, path);
  const notes = (page: Page) => page.getByLabel('Note stampate');
  await office.type(notes(office.page), 'Ruota di scorta inclusa');
  await expect
    .poll(async () => (await read<Contract>(office.context, `/contracts/${rows[0]!.id}`)).notes)
    .toBe('Ruota di scorta inclusa');
  await seller.type(notes(seller.page), 'Tappeti inclusi');
  const dialog = seller.page.locator('dialog[open]');
  await dialog.getByText('Ruota di scorta inclusa').waitFor();
  await dialog.getByText('Tappeti inclusi').waitFor();
  await seller.page.keyboard.press('Escape');
  for (const { context } of [seller, office]) await context.close();
});
