import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { blankSection, prepareContract } from '#tests/support/areas/contracts.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock, query, user } = world;
afterAll(() => world.close());
const START = clock.now;
beforeEach(() => (clock.now = START));
const { side, seller, director, office, read, step, done, because, make, walked, post } = await saleIn(world);
const today = '2026-11-20';

const receive = (id: number, given: object, key?: string) =>
  post(
    office,
    'POST /contracts/:id/receipts',
    id,
    { receivedOn: today, kind: 'deposit', method: 'cash', ...given },
    key,
  );
const reverse = (id: number, receiptId: number, reason = 'Assegno protestato') =>
  call(office, 'POST /contracts/:id/receipts/:receiptId/reverse', { params: { id, receiptId }, body: { reason } });
const invoice = (id: number, given: object) =>
  post(office, 'POST /contracts/:id/invoices', id, { kind: 'invoice', issuedOn: today, ...given });
const refused = ({ status, body }: { status: number; body: { fields?: object; message?: string } }) => [
  status,
  body.fields ?? body.message,
];

describe('receipts', () => {
  test('cash adds up over the contract and stays below 5.000,00 €; a storno gives room again', async () => {
    const { id } = await make();
    const first = (await receive(id, { amount: 3_000_00 })).body;
    const over = refused(await receive(id, { amount: 2_000_00 }));
    expect(over).toEqual([422, { amount: expect.stringMatching(/5\.000,00.*devono restare sotto/) }]);
    expect((await receive(id, { amount: 1_999_99 })).status).toBe(201);
    expect((await receive(id, { amount: 1 })).status).toBe(422);
    expect(refused(await reverse(id, first.receipts[0].id, ' '))).toEqual([422, { reason: 'Scrivere il motivo' }]);
    const after = (await reverse(id, first.receipts[0].id)).body;
    expect(after.receipts.at(-1)).toMatchObject({ amount: -3_000_00, reason: 'Assegno protestato' });
    expect([after.received, after.receipts.length]).toEqual([1_999_99, 3]);
    expect(refused(await reverse(id, first.receipts[0].id))).toEqual([409, 'La ricevuta è già stornata.']);
    expect((await receive(id, { amount: 3_000_00 })).body.received).toBe(4_999_99);
    const version = (await read(id)).versions.contability ?? 1;
    const payments = [{ kind: 'balance', method: 'cash', dueOn: null, amount: 5_000_00, note: '' }];
    const body = { ...blankSection('contability'), payments };
    const plan = await call(seller, 'PUT /contracts/:id/contability', { params: { id }, version, body });
    expect(refused(plan)).toEqual([422, { payments: expect.stringContaining('D.Lgs. 231/2007') }]);
  });

  test('of two tills at once one is kept; the second is asked whether it is another one', async () => {
    const { id } = await make();
    const given = { amount: 2_000_00, method: 'card' };
    const answers = await Promise.all([receive(id, given), receive(id, given)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    const twin = answers.find(({ status }) => status === 422)!;
    expect(twin.body.fields.again).toMatch(/^La ricevuta R-2026-\d{6} del 20\/11\/2026 è uguale/);
    expect((await read(id)).received).toBe(2_000_00);
    const key = 'again-and-again-0001';
    const both = await Promise.all([1, 2].map(() => receive(id, { ...given, again: true }, key)));
    expect(both.map(({ body }) => body.id ?? body.code)).toContain(id);
    expect((await read(id)).receipts).toHaveLength(2);
  });

  test('say what they are for; a refund is no more than what came, and a trade-in no money', async () => {
    const { id } = await make();
    expect(refused(await receive(id, { kind: 'refund', amount: 1 }))).toEqual([
      422,
      { amount: expect.stringContaining('0,00') },
    ]);
    expect((await receive(id, { kind: 'used_car', method: 'used_car', amount: 3_000_00 })).status).toBe(201);
    expect((await receive(id, { kind: 'used_car', amount: 3_000_00 })).body.fields.method).toBeDefined();
    expect((await receive(id, { kind: 'refund', amount: 1 })).status).toBe(422);
    expect((await receive(id, { kind: 'debt', method: 'transfer', amount: 500_00 })).body.received).toBe(2_500_00);
    expect(
      (await receive(id, { kind: 'balance', method: 'transfer', receivedOn: '2026-11-21', amount: 1 })).body.fields,
    ).toEqual({
      receivedOn: 'L’incasso non può essere nel futuro',
    });
    expect(
      (
        await post(seller, 'POST /contracts/:id/receipts', id, {
          receivedOn: today,
          kind: 'balance',
          method: 'card',
          amount: 1,
        })
      ).status,
    ).toBe(403);
  });

  test('is a document under the letterhead that never changes', async () => {
    const { id } = await make();
    const { receipts } = (await receive(id, { amount: 1_000_00, reference: 'Busta 7' })).body;
    const params = { id, receiptId: receipts[0].id };
    const pdf = async (as = office, of = params) =>
      call(as, 'GET /contracts/:id/receipts/:receiptId/document', { params: of });
    const bytes = Buffer.from((await pdf()).body);
    const text = pdfText(bytes).join('\n').replace(/\s+/g, ' ');
    for (const part of [receipts[0].number, '1.000,00', 'Caparra', 'Contanti', 'art. 1385', 'Busta 7'])
      expect(text).toContain(part);
    await query('update contract_receipts set reference = $2 where id = $1', [params.receiptId, 'cambiato']);
    expect(Buffer.from((await pdf()).body).equals(bytes)).toBe(true);
    const other = await make();
    expect((await pdf(office, { ...params, id: other.id })).status).toBe(404);
    expect((await pdf(await user(901, [27]))).status).toBe(403);
  });
});

test('contract and receipt say when their place is open; the contract how it may be paid, to which account', async () => {
  const [{ id: place }] = await query(
    `insert into locations (company_id, name, hours) values (901, 'Lecco', '[{"day": "mon", "from": "09:00", "to": "12:30"}]') returning id`,
  );
  const { id } = await make();
  await query('update contracts set location_id = $2 where id = $1', [id, place]);
  await query(
    `update companies set payments = '{transfer}', accounts = '[{"iban": "IT60X0542811101000000123456", "bank": "Banca Prova"}]' where company_id = 901`,
  );
  const { receipts } = (await receive(id, { amount: 500_00 })).body;
  const printed = [
    await call(office, 'GET /contracts/:id/document', { params: { id } }),
    await call(office, 'GET /contracts/:id/receipts/:receiptId/document', {
      params: { id, receiptId: receipts[0].id },
    }),
  ];
  const [contract, receipt] = printed.map(({ body }) => pdfText(Buffer.from(body)).join(' ').replace(/\s+/g, ' '));
  for (const text of [contract, receipt]) expect(text).toContain('Lecco: Lunedì: 9:00–12:30');
  expect(contract).toContain('Pagamenti accettati: bonifico bancario.');
  expect(contract).toContain('IBAN IT60 X054 2811 1010 0000 0123 456, Banca Prova');
});

describe('invoices', () => {
  test('an acconto wants its invoice before the approval, a caparra does not; nothing is invoiced earlier', async () => {
    const contract = await walked('validate');
    await query('update contracts set received = 0, invoiced = 0 where id = $1', [contract.id]);
    expect((await receive(contract.id, { amount: 500_00 })).body.lacks).toEqual([]);
    const { lacks } = (await receive(contract.id, { kind: 'advance', method: 'transfer', amount: 1_000_00 })).body;
    expect(lacks).toEqual([
      {
        sentence: expect.stringMatching(/^Acconti per 1\.000,00.*senza fattura/),
        section: 'contability',
        field: 'invoiced',
      },
    ]);
    expect(refused(await invoice(contract.id, { number: 'A1', amount: 1 }))).toEqual([
      409,
      expect.stringContaining('solo un acconto'),
    ]);
    expect((await invoice(contract.id, { kind: 'advance', number: 'A1', amount: 1_000_00 })).body.lacks).toEqual([]);
    await done(office, 'approve', contract);
    const rest = await invoice(contract.id, { number: 'A2', amount: contract.total - 1_000_00 });
    expect(rest.body.invoiced).toBe(contract.total);
  });

  test('a number is given once a year, whoever writes it how; another year begins anew', async () => {
    const one = await walked('approve');
    await query('update contracts set invoiced = 0 where id = $1', [one.id]);
    const two = await walked('approve');
    await query('update contracts set invoiced = 0 where id = $1', [two.id]);
    const both = await Promise.all([one, two].map(({ id }) => invoice(id, { number: 'FV 77/a', amount: 1_00 })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(both.find(({ status }) => status === 422)!.body.fields.number).toContain('già');
    expect((await invoice(one.id, { number: 'fv 77/A', amount: 1_00 })).status).toBe(422);
    clock.now = new Date('2027-01-02T09:00:00Z');
    expect((await invoice(one.id, { number: 'FV 77/a', issuedOn: '2027-01-01', amount: 1_00 })).status).toBe(201);
    const { receipts } = (await receive(one.id, { receivedOn: '2027-01-01', method: 'card', amount: 5_00 })).body;
    expect(receipts.at(-1).number).toBe('R-2027-000001');
  });

  test('a credit note after the delivery takes the way back, and says so', async () => {
    const contract = await walked('complete');
    const note = { kind: 'credit_note', number: 'NC 9', amount: 1_00 };
    expect(refused(await invoice(contract.id, note))).toEqual([
      409,
      expect.stringMatching(/Non c’è una fattura|riaprire la consegna/),
    ]);
    await query("insert into contract_invoices (company_id, contract_id, kind, number, issued_on, amount, made_by, created_at) values (901, $1, 'invoice', 'F-D', '2026-11-20', $2, $3, now())", [contract.id, contract.total, office.id]); // prettier-ignore
    expect(refused(await invoice(contract.id, note))).toEqual([409, expect.stringContaining('riaprire la consegna')]);
    await done(office, 'resume', contract, await because('resume'));
    await done(office, 'unbill', contract, await because('unbill', { number: 'NC 9', day: today }));
    const after = await read(contract.id);
    expect([after.state, after.invoiced]).toEqual(['approved', 0]);
    expect(refused(await invoice(contract.id, { ...note, number: 'NC 10' }))).toEqual([
      409,
      'Non c’è una fattura da stornare.',
    ]);
  });
});

describe('the caparra at the end (art. 1385)', () => {
  test.each([
    ['kept', 500_00, 1_500_00],
    ['returned', 1_500_00, 2_000_01],
    ['doubled', 2_500_00, 2_500_01],
  ])('%s: %i cents go back, and no cent more', async (outcome, owed, tooMuch) => {
    const { id } = await make();
    await receive(id, { amount: 1_000_00, method: 'transfer' });
    await receive(id, { kind: 'balance', method: 'transfer', amount: 500_00 });
    expect(refused(await step(seller, 'cancel', { id }, await because('cancel')))).toEqual([
      422,
      { depositOutcome: expect.stringContaining('scegliere che ne è della caparra') },
    ]);
    const chosen = await because('cancel', { depositOutcome: outcome });
    expect(await done(seller, 'cancel', { id }, chosen)).toMatchObject({ owedBack: owed, depositOutcome: outcome });
    expect((await receive(id, { kind: 'balance', method: 'card', amount: 1 })).body.fields.kind).toContain(
      'solo i rimborsi',
    );
    const refund = (amount: number) => receive(id, { kind: 'refund', method: 'transfer', amount });
    expect((await refund(tooMuch)).status).toBe(422);
    expect((await refund(owed)).body.owedBack).toBe(0);
    expect(refused(await refund(1))).toEqual([409, 'Il contratto è annullato e non c’è più nulla da restituire.']);
  });
});

test('who asks to cancel an approved contract says what becomes of the caparra; the second yes only confirms', async () => {
  const contract = await walked('approve');
  await query('update contracts set deposit_outcome = null where id = $1', [contract.id]);
  expect((await step(office, 'cancelApproved', contract, await because('cancelApproved'))).status).toBe(422);
  const asked = await because('cancelApproved', { depositOutcome: 'kept' });
  expect((await done(office, 'cancelApproved', contract, asked)).asked).toEqual({ cancelApproved: office.id });
  const over = await done(director, 'cancelApproved', contract, {});
  expect([over.canceledAt !== null, over.depositOutcome]).toEqual([true, 'kept']);
});

describe('the cash of a till', () => {
  const book = async (locationId: number, day = today) =>
    (await call(office, 'GET /contracts/cash', { query: { locationId, day } })).body;
  const close = (body: object, as = office) =>
    call(as, 'POST /contracts/cash/closings', { body: { day: today, note: '', ...body } });

  test('is counted against its receipts, closed once, and open again by its last closing only', async () => {
    const [{ id: locationId }] = await query(
      "insert into locations (company_id, name) values (901, 'Cassa Nord') returning id::int",
    );
    const { id } = await make();
    const cash = (amount: number, more = {}) => receive(id, { amount, locationId, ...more });
    const { receipts } = (await cash(1_200_00, { receivedOn: '2026-11-19' })).body;
    await cash(300_00);
    await cash(700_00, { method: 'card' });
    expect(await book(locationId)).toMatchObject({
      opening: 0,
      taken: 1_500_00,
      sums: [
        { method: 'card', count: 1, amount: 700_00 },
        { method: 'cash', count: 1, amount: 300_00 },
      ],
    });
    expect((await close({ locationId, counted: 1_490_00 })).body.fields).toEqual({
      note: 'Scrivere perché il contato è diverso',
    });
    expect((await close({ locationId, counted: 1_500_00, banked: 1_500_01 })).body.fields).toHaveProperty('banked');
    expect((await close({ locationId, counted: 1 }, seller)).status).toBe(403);
    const both = await Promise.all([1, 2].map(() => close({ locationId, counted: 1_500_00, banked: 1_000_00 })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    // A receipt of a closed day is refused, in cash alone; a storno, too, until the next day.
    expect((await cash(1_00)).body.fields.receivedOn).toContain('La cassa è chiusa fino al 20/11/2026');
    expect((await cash(1_00, { method: 'card' })).status).toBe(201);
    expect((await reverse(id, receipts[0].id)).status).toBe(422);
    clock.now = new Date('2026-11-21T09:00:00Z');
    expect((await reverse(id, receipts[0].id)).status).toBe(200);
    expect(await book(locationId, '2026-11-21')).toMatchObject({ opening: 500_00, taken: -1_200_00 });
    const { closed } = await book(locationId);
    const reopen = () => call(office, 'POST /contracts/cash/closings/:id/reopen', { params: { id: closed.id } });
    expect((await reopen()).body.closed).toBeNull();
    expect((await reopen()).status).toBe(409);
    expect(await book(locationId)).toMatchObject({ opening: 0, taken: 1_500_00 });
  });
});

describe('the register', () => {
  test('has invoices, credit notes and receipts of its days, and its sums are those of the contracts', async () => {
    clock.now = new Date('2026-12-15T09:00:00Z');
    const range = { from: '2026-12-15', to: '2026-12-15' };
    const contract = await walked('approve');
    await query('update contracts set invoiced = 0, received = 0 where id = $1', [contract.id]);
    await receive(contract.id, { receivedOn: '2026-12-15', method: 'card', amount: 800_00, reference: '=1+1' });
    await receive(contract.id, { receivedOn: '2026-12-15', kind: 'refund', method: 'transfer', amount: 50_00 });
    await invoice(contract.id, { number: 'D1', issuedOn: '2026-12-15', amount: contract.total });
    await invoice(contract.id, { kind: 'credit_note', number: 'DN1', issuedOn: '2026-12-15', amount: 100_00 });
    const { body } = await call(office, 'GET /contracts/register', { query: range });
    const now = await read(contract.id);
    expect([body.received, body.invoiced]).toEqual([now.received, now.invoiced]);
    const rows = body.rows.map(({ document, amount }: { document: string; amount: number }) => `${document} ${amount}`);
    expect(rows.toSorted()).toEqual(
      ['receipt 80000', 'receipt -5000', `invoice ${contract.total}`, 'credit_note -10000'].toSorted(),
    );
    const csv = Buffer.from(
      (await call(office, 'GET /contracts/register/export', { query: { ...range, format: 'csv' } })).body,
    ).toString();
    expect(csv.split('\r\n').length).toBe(6);
    expect(csv).toContain("'=1+1");
    expect(
      (await call(office, 'GET /contracts/register', { query: { from: '2026-01-02', to: '2026-01-01' } })).status,
    ).toBe(422);
    expect((await call(director, 'GET /contracts/register', { query: range })).status).toBe(403);
  });
});

test('the plan, the receipts and the invoices of a sale are its total, to the cent, from quote to delivery', async () => {
  const contract = await make({ deposit: 1_000_01 });
  await prepareContract(side, contract.id);
  await query('update contracts set invoiced = 0, received = 0 where id = $1', [contract.id]);
  const [quote] = await query("select (snapshot -> 'priced' ->> 'balance')::int + (snapshot -> 'priced' ->> 'deposit')::int as total from quotes where id = $1", [contract.quoteId]); // prettier-ignore
  expect(contract.total).toBe(quote.total);
  const { planned, payments } = await read(contract.id);
  expect(planned).toBe(contract.total);
  await done(seller, 'submit', contract);
  await done(director, 'validate', contract);
  for (const { kind, method, amount } of payments)
    expect((await receive(contract.id, { kind, method, amount })).status).toBe(201);
  await done(office, 'approve', contract);
  await invoice(contract.id, { number: 'ZZ1', amount: contract.total });
  await done(office, 'bill', contract);
  const after = await done(office, 'complete', contract);
  expect([after.planned, after.received, after.invoiced]).toEqual([after.total, after.total, after.total]);
});
