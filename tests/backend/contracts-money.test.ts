import pg from 'pg';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pastDues, writeDues } from '#backend/contracts/dues.ts';
import { Random } from '#backend/seed/random.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { testDatabase } from '#tests/support/database.ts';
import { blankSection, prepareContract } from '#tests/support/areas/contracts.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { aTradeIn } from '#tests/support/price-sheet.ts';
import { rounds } from '#tests/support/rounds.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock, query, userWith } = world;
afterAll(() => world.close());
const START = clock.now;
beforeEach(async () => {
  clock.now = START;
  // The cash of one customer counts over all contracts.
  await query('delete from contract_receipts where company_id = 901');
});
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

type Row = Record<string, string>;
/** A file of the register: its text, and its rows by their heads. */
async function fileOf(id: number) {
  const { body } = await call(office, 'GET /contracts/register/runs/:id/file', {
    params: { id },
    query: { format: 'csv' },
  });
  const text = Buffer.from(body).toString();
  const [heads, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'));
  return {
    id,
    text,
    rows: lines.map((cells): Row => Object.fromEntries(heads!.map((head, at) => [head, cells[at] ?? '']))),
  };
}
/** What of these days had not gone out, in its file. */
async function exported(days: { from: string; to: string }) {
  const { status, body } = await call(office, 'POST /contracts/register/runs', { body: days });
  expect(status).toBe(201);
  return fileOf(body.id);
}

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

  test('two tills register the same receipt at once: one is kept; the second is asked whether it is another one', async () => {
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
      receivedOn: 'La data non può essere nel futuro',
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
    expect((await pdf(await userWith('makeContracts'))).status).toBe(403);
  });

  test('says what came or went and is signed by who has the money: a car, a debt of it, a refund', async () => {
    const said = { used_car: ['ritirato l’auto', 'concessionaria'], debt: ['finanziaria dell’auto', 'concessionaria'], refund: ['aver restituito', 'Per ricevuta'] }; // prettier-ignore
    for (const [kind, parts] of Object.entries(said)) {
      const { id } = await make();
      const { receipts } = (await receive(id, { amount: 1_000_00 })).body;
      const params = { id, receiptId: receipts[0].id };
      const amount = kind === 'used_car' ? 1_000_00 : -1_000_00;
      await query('update contract_receipts set kind = $2, amount = $3 where id = $1', [
        params.receiptId,
        kind,
        amount,
      ]);
      const { body } = await call(office, 'GET /contracts/:id/receipts/:receiptId/document', { params });
      const text = pdfText(Buffer.from(body)).join(' ').replace(/\s+/g, ' ');
      for (const part of parts) expect(text).toContain(part);
    }
  });

  test('names who paid, although somebody else has taken the contract over', async () => {
    const { id } = await make();
    const { customer } = await read(id);
    const { receipts } = (await receive(id, { amount: 1_000_00 })).body;
    const person = { type: 'private', firstName: 'Nuova', lastName: `Intestataria ${side.next()}`, city: 'Pavia' };
    const { body: buyer } = await call(await userWith('manageCustomers'), 'POST /customers', { body: person });
    await query("update contracts set customer_id = $2, address = 'Via Nuova 9' where id = $1", [id, buyer.id]);
    const params = { id, receiptId: receipts[0].id };
    const { body } = await call(office, 'GET /contracts/:id/receipts/:receiptId/document', { params });
    const text = pdfText(Buffer.from(body)).join(' ').replace(/\s+/g, ' ');
    expect(text).toContain(customer);
    for (const foreign of [buyer.name, 'Via Nuova 9']) expect(text).not.toContain(foreign);
  });
});

test('every write reads its contract once, and answers it as it is read afterwards', async () => {
  const contract = await make({ deposit: 1_000_00 });
  const { id } = contract;
  const params = { id };
  const money = { kind: 'balance', method: 'transfer', amount: 500_00 };
  const section = (as: typeof office, name: 'general' | 'contability' | 'objectives', body: object) => async () => {
    const { versions } = await read(id);
    return () => call(as, `PUT /contracts/:id/${name}` as 'PUT /contracts/:id/general', { params, version: versions[name] ?? 1, body: { ...blankSection(name), ...body } }); // prettier-ignore
  };
  const move = (as: typeof office, name: Parameters<typeof step>[1], body?: object) => async () => {
    await prepareContract(side, id);
    const { version } = await read(id);
    return () => call(as, `POST /contracts/:id/${name}` as 'POST /contracts/:id/submit', { params, version, body });
  };
  const plan = [{ kind: 'balance', method: 'transfer', dueOn: null, amount: contract.total, note: 'Tutto' }];
  const writes: [as: typeof office, prepare: () => Promise<() => ReturnType<typeof call>>][] = [
    [office, async () => () => receive(id, money)],
    [
      office,
      async () => {
        const [{ id: receiptId }] = (await read(id)).receipts;
        return () => reverse(id, receiptId);
      },
    ],
    [seller, section(seller, 'contability', { payments: plan, depositOutcome: 'returned' })],
    [seller, section(seller, 'objectives', {})],
    [
      seller,
      async () => {
        const { version, draft } = (await call(seller, 'GET /contracts/:id/price', { params })).body;
        return () => call(seller, 'PUT /contracts/:id/price', { params, version, body: { draft } });
      },
    ],
    [seller, move(seller, 'submit')],
    [director, move(director, 'validate')],
    [office, move(office, 'approve')],
    [office, move(office, 'reopen', await because('reopen'))],
    [office, move(office, 'approve')],
    [
      office,
      async () => {
        await query('update contracts set invoiced = 0 where id = $1', [id]);
        return () => invoice(id, { number: 'FT 901-1', amount: 1_00 });
      },
    ],
    [office, move(office, 'bill')],
    [office, move(office, 'complete')],
    [office, move(office, 'resume', await because('resume'))],
  ];
  for (const [as, prepare] of writes) {
    const write = await prepare();
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const { status, body } = await write();
    const texts = (asked.mock.calls as unknown[][]).map(([each]) => String((each as { text?: string }).text ?? each));
    asked.mockRestore();
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect(texts.filter((text) => text.includes('from contracts t left join customers c'))).toHaveLength(1);
    expect(body.record ?? body).toEqual(await read(id, as));
  }
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

describe('what a receipt may be', () => {
  test('a deposit that was paid back is not reversed: nothing is owed twice', async () => {
    const { id } = await make();
    const transfer = (kind: string, amount: number) => receive(id, { kind, method: 'transfer', amount });
    const { receipts } = (await transfer('deposit', 1_000_00)).body;
    const { body } = await transfer('refund', 1_000_00);
    expect(body.received).toBe(0);
    expect(refused(await reverse(id, receipts[0].id))).toEqual([409, expect.stringContaining('stornare prima')]);
    expect((await read(id)).received).toBe(0);
    await done(office, 'cancel', { id }, await because('cancel', { depositOutcome: 'returned' }));
    expect(refused(await reverse(id, receipts[0].id))).toEqual([409, expect.stringContaining('stornare prima')]);
    expect((await read(id)).owedBack).toBe(0);
    // The refund that came back from the bank is owed again.
    expect((await reverse(id, body.receipts[1].id)).body.owedBack).toBe(1_000_00);
  });

  test('a caparra that was given back is not kept', async () => {
    const { id } = await make();
    await receive(id, { method: 'transfer', amount: 1_000_00 });
    await receive(id, { kind: 'refund', method: 'transfer', amount: 1_000_00 });
    const kept = await because('cancel', { depositOutcome: 'kept' });
    expect(refused(await step(office, 'cancel', { id }, kept))).toEqual([
      422,
      { depositOutcome: 'La caparra è già stata restituita: non si trattiene più' },
    ]);
    expect((await done(office, 'cancel', { id }, await because('cancel'))).owedBack).toBe(0);
  });

  test.each([
    [{ receivedOn: '1999-12-31' }, 'receivedOn', 'prima del 20/11/2026'],
    [{ receivedOn: '2026-11-19' }, 'receivedOn', 'prima del 20/11/2026'],
    [{ amount: 20_000_000_00 }, 'amount', 'Restano da incassare al massimo'],
    [{ kind: 'debt', amount: 1_00 }, 'amount', 'Alla finanziaria vanno al massimo 0,00'],
  ])('%o is refused at its field', async (given, field, sentence) => {
    const { id } = await make();
    const answer = await receive(id, { kind: 'balance', method: 'transfer', amount: 1_00, ...given });
    expect(refused(answer)).toEqual([422, { [field]: expect.stringContaining(sentence) }]);
  });

  test.each([
    ['1999-12-31', 'non è firmato prima'],
    ['2026-11-21', 'non può essere nel futuro'],
  ])('a contract is not signed on paper on %s', async (signedOn, sentence) => {
    const { id } = await make();
    await prepareContract(side, id);
    await query('update contracts set signed_on = null where id = $1', [id]);
    const paper = { entity: 'contract', recordId: id, uploadId: 1, signedOn, signers: [], blocks: [] };
    const { body } = await call(seller, 'POST /signatures/paper', { body: paper });
    expect(body.fields.signedOn).toContain(sentence);
  });

  test('nor is an invoice taken back, or a withdrawal sent, before the contract was there', async () => {
    const contract = await walked('bill');
    const early = await because('unbill', { number: 'NC 77', day: '2001-01-01' });
    expect(refused(await step(office, 'unbill', contract, early))).toEqual([422, { day: expect.stringContaining('prima del') }]); // prettier-ignore
    const { id } = await make();
    await query("update contracts set concluded = 'distance', signed_on = '2026-11-20' where id = $1", [id]);
    const said = { name: 'Anna Prova', email: 'anna@posta.example.it', sentOn: '2026-11-19' };
    const { version } = await read(id);
    const sent = await call(seller, 'POST /contracts/:id/withdrawal', { params: { id }, version, body: said });
    expect(refused(sent)).toEqual([422, { sentOn: 'Il contratto è del 20/11/2026' }]);
  });

  test('a cent above what is due is refused, the last cent is not', async () => {
    const { id, total } = await make();
    const all = { kind: 'balance', method: 'transfer' };
    expect((await receive(id, { ...all, amount: total + 1 })).status).toBe(422);
    expect((await receive(id, { ...all, amount: total })).body.received).toBe(total);
    expect((await receive(id, { ...all, method: 'card', amount: 1 })).status).toBe(422);
  });
});

describe('cash over several contracts', () => {
  const cash = (id: number, amount: number, more = {}) => receive(id, { kind: 'balance', amount, ...more });

  test('cash of one customer counts together for seven days, also at two tills at once', async () => {
    const [one, two] = [await make(), await make()];
    const both = await Promise.all([one, two].map(({ id }) => cash(id, 4_999_99)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    const late = both.find(({ status }) => status === 422)!;
    expect(late.body.fields.amount).toMatch(/Contanti per 9\.999,98.*con C-2026-\d{5}.*231\/2007/);
    const open = both[0]!.status === 422 ? one : two;
    expect((await cash(open.id, 1)).status).toBe(422);
    clock.now = new Date('2026-11-26T09:00:00Z');
    expect((await cash(open.id, 1, { receivedOn: '2026-11-26' })).status).toBe(422);
    clock.now = new Date('2026-11-27T09:00:00Z');
    expect((await cash(open.id, 4_999_99, { receivedOn: '2026-11-27' })).status).toBe(201);
    // Entered late, it still falls into the days of the others.
    expect((await cash((await make()).id, 1, { receivedOn: '2026-11-27' })).status).toBe(422);
  });

  test('cash of another cause is taken with what proves it, by the back office alone, and stands in the register', async () => {
    const [one, two] = [await make(), await make()];
    await cash(one.id, 4_000_00);
    const cause = { otherCause: 'Acconto per il tagliando dell’altra auto, fattura 12' };
    const mine = await post(seller, 'POST /contracts/:id/receipts', two.id, { receivedOn: today, kind: 'deposit', method: 'cash', amount: 1_000_00, ...cause }); // prettier-ignore
    expect(mine.status).toBe(422);
    const dot = await cash(two.id, 1_000_00, { otherCause: '.' });
    expect([dot.status, dot.body.fields]).toEqual([422, { otherCause: 'Scrivere la causa' }]);
    const taken = await cash(two.id, 1_000_00, cause);
    expect([taken.status, taken.body.receipts[0].otherCause]).toEqual([201, cause.otherCause]);
    const { rows } = await exported({ from: today, to: today });
    expect(rows.filter((row) => row['Altra causa dei contanti'])).toEqual([
      expect.objectContaining({ Contratto: taken.body.number, 'Altra causa dei contanti': cause.otherCause }),
    ]);
    // Nobody had to say it where nothing was split, and one contract alone never passes the limit.
    const [three] = [await make()];
    await query('delete from contract_receipts where company_id = 901');
    expect((await cash(three.id, 1_00, cause)).body.receipts[0].otherCause).toBe('');
    expect((await cash(three.id, 4_999_00, cause)).status).toBe(422);
  });

  test.each(['the same car taken in', 'the household'])('linked by %s counts without limit of days', async (how) => {
    const [one, two] = [await make(), await make()];
    const [{ id: other }] = await query(
      "insert into customers (company_id, type, name) values (901, 'private', 'Marta Altra') returning id::int",
    );
    await query('update contracts set customer_id = $2 where id = $1', [two.id, other]);
    await cash(one.id, 3_000_00);
    clock.now = new Date('2026-12-28T09:00:00Z');
    const late = { receivedOn: '2026-12-28' };
    expect((await cash(two.id, 1_00, late)).status).toBe(201);
    if (how === 'the household')
      await query("insert into customer_relations (company_id, customer_id, other_id, kind) values (901, $1, $2, 'spouse')", [other, side.customerId]); // prettier-ignore
    else
      await query(
        `update contracts set agreed_trade_ins = '[{"type": "barter", "plate": "PZ 777 ZZ", "description": "", "km": 1, "valuation": 1, "residualDebt": 0}]' where id = any($1)`,
        [[one.id, two.id]],
      );
    expect((await cash(two.id, 2_000_00, late)).body.fields?.amount).toContain('5.001,00');
  });
});

describe('receipts that sellers register (company switch)', () => {
  const mine = (id: number, given: object) =>
    post(seller, 'POST /contracts/:id/receipts', id, {
      receivedOn: today,
      kind: 'deposit',
      method: 'transfer',
      ...given,
    });
  const switched = (value: string) =>
    query(
      `insert into params (company_id, key, valid_from, value) values (901, 'contracts.sellerReceipts', '2020-01-01', to_jsonb($1::text))
       on conflict (company_id, key, valid_from) do update set value = excluded.value`,
      [value],
    );

  test('is at first the caparra and the acconti of the plan, in cash into the till of the place', async () => {
    await query("delete from params where company_id = 901 and key = 'contracts.sellerReceipts'");
    const { id } = await make({ deposit: 1_000_00 });
    expect((await read(id, seller)).receives).toEqual(['deposit', 'advance']);
    expect(refused(await mine(id, { amount: 1_000_01 }))).toEqual([
      422,
      { amount: expect.stringContaining('1.000,00') },
    ]);
    expect(refused(await mine(id, { method: 'cash', amount: 1_00 }))).toEqual([422, { locationId: expect.stringContaining('sede') }]); // prettier-ignore
    const [{ id: place }] = await query("insert into locations (company_id, name) values (901, 'Cassa Sud') returning id::int"); // prettier-ignore
    await query('update contracts set location_id = $2 where id = $1', [id, place]);
    const taken = await mine(id, { method: 'cash', amount: 400_00 });
    expect([taken.status, taken.body.receipts[0].locationId]).toEqual([201, place]);
    const closing = { locationId: place, day: today, counted: 400_00, banked: 0, note: '' };
    expect((await call(office, 'POST /contracts/cash/closings', { body: closing })).status).toBe(201);
    expect((await mine(id, { method: 'cash', amount: 100_00 })).body.fields.receivedOn).toContain('cassa è chiusa');
    expect((await mine(id, { kind: 'balance', amount: 1_00 })).status).toBe(403);
    expect((await mine(id, { kind: 'refund', amount: 1_00 })).status).toBe(403);
    const colleague = await userWith('createQuotes', 'manageOwnQuotes', 'seeCustomers', 'makeContracts');
    expect((await post(colleague, 'POST /contracts/:id/receipts', id, { receivedOn: today, kind: 'deposit', method: 'card', amount: 1 })).status).toBe(403); // prettier-ignore
  });

  test('is nothing, or everything but what goes out, as the company says', async () => {
    const { id } = await make({ deposit: 1_000_00 });
    await switched('nobody');
    expect((await mine(id, { amount: 1_00 })).status).toBe(403);
    await switched('all');
    expect((await mine(id, { kind: 'balance', amount: 5_000_00 })).status).toBe(201);
    for (const kind of ['refund', 'debt']) expect((await mine(id, { kind, amount: 1_00 })).status).toBe(403);
    await query("delete from params where company_id = 901 and key = 'contracts.sellerReceipts'");
  });

  test('the seller of a contract gives nothing back on it, whatever they hold', async () => {
    const both = await userWith(
      'createQuotes',
      'manageOwnQuotes',
      'seeAllQuotes',
      'seeCustomers',
      'makeContracts',
      'validateContracts',
      'manageAllContracts',
    );
    const { id } = await make();
    await query('update contracts set seller_id = $2 where id = $1', [id, both.id]);
    await receive(id, { method: 'transfer', amount: 500_00 });
    const refund = { receivedOn: today, kind: 'refund', method: 'transfer', amount: 1_00 };
    expect((await post(both, 'POST /contracts/:id/receipts', id, refund)).status).toBe(403);
    expect((await post(office, 'POST /contracts/:id/receipts', id, refund)).status).toBe(201);
  });
});

test('a contract that ended owes nothing more, in page, list, sums and export', async () => {
  const { id, total } = await make();
  await receive(id, { method: 'transfer', amount: 1_000_00 });
  await done(office, 'cancel', { id }, await because('cancel', { depositOutcome: 'kept' }));
  const { rows, sums } = (await call(office, 'GET /contracts', { query: { canceled: 'true', sums: 'true' } as never })).body; // prettier-ignore
  expect(rows.find((row: { id: number }) => row.id === id)).toMatchObject({ total, received: 1_000_00, due: 0 });
  if (sums) expect(sums.map(({ due }: { due: number }) => due)).toEqual([0]);
});

describe('invoices', () => {
  test.each([
    [{ issuedOn: '2001-01-01' }, 'issuedOn', 'prima del 20/11/2026'],
    [{ issuedOn: '2026-11-21' }, 'issuedOn', 'futuro'],
  ])('%o is refused at its field', async (given, field, sentence) => {
    const contract = await walked('approve');
    expect(refused(await invoice(contract.id, { number: 'Z1', amount: 1_00, ...given }))).toEqual([
      422,
      { [field]: expect.stringContaining(sentence) },
    ]);
  });

  test('a cent above what is left to invoice is refused at its field, not at the next step', async () => {
    const contract = await walked('approve');
    await query('delete from contract_invoices where contract_id = $1', [contract.id]);
    expect(refused(await invoice(contract.id, { number: 'Z2', amount: contract.total + 1 }))).toEqual([
      422,
      { amount: expect.stringContaining('Restano da fatturare') },
    ]);
    expect((await invoice(contract.id, { number: 'Z2', amount: contract.total })).body.invoiced).toBe(contract.total);
    expect(refused(await invoice(contract.id, { kind: 'credit_note', number: 'Z3', amount: contract.total + 1 }))).toEqual([422, { amount: expect.stringContaining('non li supera') }]); // prettier-ignore
  });

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
    // Twice the caparra is no word of who sells.
    if (outcome === 'doubled')
      expect(refused(await step(seller, 'cancel', { id }, chosen))).toEqual([
        422,
        { depositOutcome: expect.stringContaining('non segue questo') },
      ]);
    const by = outcome === 'doubled' ? office : seller;
    expect(await done(by, 'cancel', { id }, chosen)).toMatchObject({ owedBack: owed, depositOutcome: outcome });
    expect((await receive(id, { kind: 'deposit', method: 'card', amount: 1 })).body.fields.kind).toContain(
      'si registra solo un rimborso',
    );
    const refund = (amount: number) => receive(id, { kind: 'refund', method: 'transfer', amount });
    // The accountant's report says what is owed to whom, until it is given back.
    const owedBack = async () => {
      const query = { only: 'refund', from: today, to: today, column: 'refund', open: today.slice(0, 7) };
      const { rows } = (await call(office, 'GET /reports/paymentFlowReport', { query })).body;
      const own = rows.filter(({ href }: { href: string }) => href === `/dealer/contracts/${id}`);
      return own.map(({ cells }: { cells: Record<string, unknown> }) => [
        cells['kind'],
        cells['refund'],
        cells['late'],
      ]);
    };
    expect(await owedBack()).toEqual([['refund', owed, 0]]);
    expect((await refund(tooMuch)).status).toBe(422);
    expect((await refund(owed)).body.owedBack).toBe(0);
    expect(await owedBack()).toEqual([]);
    expect(refused(await refund(1))).toEqual([422, { amount: expect.stringMatching(/al massimo 0,00/) }]);
  });
});

test('the request to cancel an approved contract says what becomes of the caparra; the second yes only confirms', async () => {
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
    clock.now = new Date('2026-11-19T09:00:00Z');
    const { id } = await make();
    clock.now = START;
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
  const range = { from: '2026-12-15', to: '2026-12-15' };
  const registerOf = async (by = office, query = range) => (await call(by, 'GET /contracts/register', { query })).body;

  test('its sums by rate, nature and method are those of the contracts, and a row goes out once', async () => {
    clock.now = new Date('2026-12-15T09:00:00Z');
    const contract = await walked('approve');
    await query('update contracts set invoiced = 0, received = 0 where id = $1', [contract.id]);
    const received = { receivedOn: '2026-12-15' };
    await receive(contract.id, { ...received, method: 'card', amount: 800_00, reference: '=1+1' });
    await receive(contract.id, { ...received, kind: 'refund', method: 'transfer', amount: 50_00 });
    await invoice(contract.id, { kind: 'advance', number: 'DA1', issuedOn: '2026-12-15', amount: 800_00 });
    // Somebody else buys in the end: what came and was invoiced before stays who it was of.
    const { customer } = await read(contract.id);
    const person = { type: 'private', firstName: 'Nuova', lastName: `Intestataria ${side.next()}` };
    const { body: buyer } = await call(await userWith('manageCustomers'), 'POST /customers', { body: person });
    await query('update contracts set customer_id = $2 where id = $1', [contract.id, buyer.id]);
    await invoice(contract.id, { number: 'D1', issuedOn: '2026-12-15', amount: contract.total - 800_00 });
    const { invoiced, byTax, received: came } = await registerOf();
    const now = await read(contract.id);
    const [own] = await query('select vat::int, margin_vat::int as owed from contracts where id = $1', [contract.id]);
    expect([came, invoiced]).toEqual([now.received, contract.total]);
    // A used car in the margin scheme, and what is paid in the customer's name.
    expect(byTax.map(({ tax }: { tax: string }) => tax)).toEqual(expect.arrayContaining(['N1', 'N5']));
    expect(byTax.reduce((sum: number, { vat }: { vat: number }) => sum + vat, 0)).toBe(own!.vat);
    expect(byTax.find(({ tax }: { tax: string }) => tax === 'N5').marginVat).toBe(own!.owed);
    const { byTax: blind } = await registerOf(await userWith('validateContracts'));
    expect(blind.every(({ marginVat }: { marginVat: unknown }) => marginVat === null)).toBe(true);
    // A car and a loan are no money of the customer: they stand apart.
    await receive(contract.id, { ...received, kind: 'used_car', method: 'used_car', amount: 3_000_00 });
    await receive(contract.id, { ...received, kind: 'financed', method: 'financial', amount: 2_000_00 });
    const all = await registerOf();
    expect([all.received, all.byMethod]).toEqual([
      750_00,
      [
        { method: 'card', amount: 800_00 },
        { method: 'financial', amount: 2_000_00 },
        { method: 'transfer', amount: -50_00 },
        { method: 'used_car', amount: 3_000_00 },
      ],
    ]);
    expect(all.open).toEqual({ documents: 2, receipts: 4 });
    const first = await exported(range);
    expect(first.text).toContain("'=1+1");
    const whose = (of: string) => first.rows.find((row) => row['Numero'] === of)!;
    expect(whose('D1')['Cliente']).toBe(buyer.name);
    expect([whose('DA1')['Cliente'], whose(now.receipts[0].number)['Cliente']]).toEqual([customer, customer]);
    // A caparra has an account of its own beside that of customers.
    expect([whose(now.receipts[0].number)['Conto cliente'], whose('D1')['Conto cliente']]).toEqual(['29.01', '15.01']);
    const amounts = (rows: Row[], head: string) => rows.map((row) => row[head]).filter(Boolean);
    expect(amounts(first.rows, 'Numero').toSorted()).toEqual(expect.arrayContaining(['D1', 'DA1']));
    expect(first.rows.find((row) => row['Natura'] === 'N5')).toMatchObject({
      Conto: '70.02',
      Registro: 'VEN',
      'Codice IVA': 'N5',
    });
    // Two at once: the second finds nothing; what comes later is in the next file alone, also what corrects a row that went out.
    expect((await call(office, 'POST /contracts/register/runs', { body: range })).status).toBe(409);
    await invoice(contract.id, { kind: 'credit_note', number: 'DN1', issuedOn: '2026-12-15', amount: 100_00 });
    await reverse(contract.id, now.receipts[0].id);
    expect((await registerOf()).open).toEqual({ documents: 1, receipts: 1 });
    const [one, two] = await Promise.all(
      [1, 2].map(() => call(office, 'POST /contracts/register/runs', { body: range })),
    );
    expect([one!.status, two!.status].toSorted()).toEqual([201, 409]);
    const run = [one!, two!].find(({ status }) => status === 201)!.body;
    expect([run.documents, run.receipts]).toEqual([1, 1]);
    expect(amounts((await fileOf(run.id)).rows, 'Totale documento')).toEqual(['-100,00']);
    // What went out by mistake is taken back, the last file first, and goes out again.
    const takeBack = (id: number) => post(office, 'POST /contracts/register/runs/:id/takeBack', id, {});
    expect(refused(await takeBack(first.id))).toEqual([
      409,
      `Si ritira solo l’ultima: dopo è uscita la ${run.number}.`,
    ]);
    const back = await Promise.all([takeBack(run.id), takeBack(run.id)]);
    expect(back.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await registerOf()).open).toEqual({ documents: 1, receipts: 1 });
    const gone = { params: { id: run.id }, query: { format: 'csv' as const } };
    expect((await call(office, 'GET /contracts/register/runs/:id/file', gone)).status).toBe(409);
    expect(amounts((await exported(range)).rows, 'Totale documento')).toEqual(['-100,00']);
    // Accounts that are set later change no file that went out.
    const manager = await userWith('managePreferences');
    const { version, periods } = (await call(manager, 'GET /contracts/accounting', {})).body;
    const accounts = [{ kind: 'N5', account: '99', code: 'RM' }];
    const saved = await call(manager, 'PUT /contracts/accounting', { version, body: { ...periods[0].values, accounts, from: '2026-12-15' } }); // prettier-ignore
    expect(saved.status).toBe(200);
    expect((await fileOf(first.id)).text).toBe(first.text);
    const twice = { ...periods[0].values, accounts: [...accounts, ...accounts], from: '2026-12-15' };
    const refusal = await call(manager, 'PUT /contracts/accounting', { version: saved.body.version, body: twice });
    expect(refused(refusal)).toEqual([422, { 'accounts.1.kind': 'È già in un’altra riga' }]);
    const report = (await call(office, 'GET /reports/vatRegister', { query: { ...range, by: 'tax', listed: 'true' } }))
      .body;
    expect(report.total.sums.total).toBe((await registerOf()).invoiced);
    expect(report.rows.every(({ href }: { href: string }) => href === `/dealer/contracts/${contract.id}`)).toBe(true);
  });

  test('a document entered before documents were split is split before it goes out', async () => {
    clock.now = new Date('2026-12-16T09:00:00Z');
    const days = { from: '2026-12-16', to: '2026-12-16' };
    const contract = await walked('approve');
    await query('update contracts set invoiced = 0 where id = $1', [contract.id]);
    await invoice(contract.id, { number: 'D2', issuedOn: '2026-12-16', amount: contract.total });
    const split = await registerOf(office, days);
    await query('update contract_invoices set taxes = null where contract_id = $1', [contract.id]);
    const { invoiced, byTax } = await registerOf(office, days);
    expect([invoiced, byTax.map(({ tax }: { tax: string }) => tax)]).toEqual([contract.total, ['unread']]);
    await exported(days);
    expect((await registerOf(office, days)).byTax).toEqual(split.byTax);
  });

  test('is of the back office, and of its own company', async () => {
    expect((await call(office, 'GET /contracts/register', { query: { from: '2026-01-02', to: '2026-01-01' } })).status).toBe(422); // prettier-ignore
    expect((await call(director, 'GET /contracts/register', { query: range })).status).toBe(403);
    expect((await call(director, 'POST /contracts/register/runs', { body: range })).status).toBe(403);
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

describe('what is due', () => {
  interface Row {
    kind: string;
    amount: number;
    open: number;
    refund: number;
    due: string | null;
    place: number | null;
    seller: number;
    counted: boolean;
    /** By each figure of contracts. */
    days: (string | null)[];
  }
  const sorted = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
  const kept = async (id: number) =>
    sorted(
      (await query(
        `select kind, amount::int, open::int, refund::int, due_on::text as due, location_id::int as place, seller_id::int as seller, is_counted as counted,
            array[signed_on, approved_on, billed_on, registered_on, delivered_on]::text[] as days
          from contract_dues where contract_id = $1`,
        [id],
      )) as unknown as Row[],
    );

  /** What a contract as it is answered says of it. */
  function expected(of: Contract): string[] {
    const came = (...kinds: string[]) =>
      of.receipts.reduce((sum, receipt) => sum + (kinds.includes(paysFor(receipt)) ? receipt.amount : 0), 0);
    const customers = ['deposit', 'advance', 'balance'];
    // What is owed on cars that came is the company's to pay, and no car's value.
    const lien = of.payments.reduce((sum, { kind, amount }, at) => {
      const before = of.payments.findLastIndex((row, car) => car < at && row.kind === 'used_car');
      const car = before < 0 ? of.payments.findIndex((row) => row.kind === 'used_car') : before;
      return sum + (kind === 'debt' && (of.come[car] ?? 0) > 0 ? Math.max(0, of.come[at]! - amount) : 0);
    }, 0);
    expect(of.received).toBe(of.receipts.reduce((sum, { amount }) => sum + amount, 0) - lien);
    const [money, car, lent] = [came(...customers, 'refund'), came('used_car', 'debt') - lien, came('financed')];
    const left = of.total - money - car - lent;
    const lender = Math.max(0, Math.min(of.financed - lent, left));
    const handover = of.deliveredOn ?? of.deliveryOn ?? of.promisedOn;
    const ended = of.withdrawnAt ?? of.canceledAt;
    const days = [of.signedOn, of.approvedOn, of.billedOn, of.registeredOn, of.deliveredOn];
    const own = { place: of.locationId, seller: of.seller.id, days };
    const counted = ended !== null || ['approved', 'billed', 'completed'].includes(of.state);
    const back = (customers: number, lenders: number, due: string | null): Row[] => {
      expect(of.back).toEqual({ customer: Math.max(0, customers), lender: lenders });
      return [['refund', customers] as const, ['financed', lenders] as const].flatMap(([kind, refund]) =>
        refund > 0 ? [{ kind, amount: 0, open: 0, refund, due, ...own, counted }] : [],
      );
    };
    if (ended !== null) {
      const sign = { kept: 1, returned: 0, doubled: -1 }[of.depositOutcome ?? 'returned'];
      const due = of.withdrawnAt === null ? dayInRome(new Date(ended)) : addDays(dayInRome(new Date(ended)), 14);
      const forThem = Math.max(0, -came('debt') - of.keptDebts);
      const went = -came('refund');
      const theirs = money + went + of.keptTradeIns - sign * came('deposit') - forThem;
      // What went to the customer beyond what was theirs was the lender's.
      return sorted(back(theirs - went, Math.max(0, lent - Math.max(0, went - Math.max(0, theirs))), due));
    }
    const rows = (kinds: string[], rest: number): Row[] => {
      const those = of.payments.map((row, at) => ({ ...row, lacks: row.amount - of.come[at]! })).filter(({ kind }) => kinds.includes(kind)); // prettier-ignore
      let done = Math.max(0, those.reduce((sum, { lacks }) => sum + lacks, 0) - Math.max(rest, 0));
      return those.map(({ kind, amount, dueOn, lacks }) => {
        const open = Math.max(0, lacks - done);
        done = Math.max(0, done - lacks);
        return { kind, amount, open, refund: 0, due: dueOn ?? handover, ...own, counted };
      });
    };
    const planned = of.payments.flatMap(({ kind, dueOn }) => (kind === 'refund' && dueOn !== null ? [dueOn] : []));
    const lenders = Math.max(0, Math.min(-left, lent - of.financed));
    const beyond = back(-left - lenders, lenders, planned.toSorted()[0] ?? handover);
    return sorted([...rows(customers, left - lender), ...rows(['financed'], lender), ...beyond]);
  }

  /** What a receipt is of: what goes back by way of the lender was its. */
  const paysFor = ({ kind, method }: Contract['receipts'][number]): string =>
    kind === 'refund' && method === 'financial' ? 'financed' : kind;

  /** What came of each row of a plan, by kind first; beyond that in the order of the plan, and off its last row what went back. */
  function comeOf({ payments, receipts }: Pick<Contract, 'payments' | 'receipts'>): number[] {
    const came = new Map<string, number>();
    for (const receipt of receipts) came.set(paysFor(receipt), (came.get(paysFor(receipt)) ?? 0) + receipt.amount);
    const come = payments.map(({ kind, amount }) => {
      const had = came.get(kind) ?? 0;
      const taken = amount < 0 ? Math.max(amount, Math.min(0, had)) : Math.min(amount, Math.max(0, had));
      came.set(kind, had - taken);
      return taken;
    });
    let beyond = ['deposit', 'advance', 'balance', 'refund'].reduce((sum, kind) => sum + (came.get(kind) ?? 0), 0);
    const step = (at: number, most: number) => {
      const moved = beyond > 0 ? Math.min(beyond, most) : Math.max(beyond, -come[at]!);
      come[at]! += moved;
      beyond -= moved;
    };
    const theirs = payments.flatMap(({ kind }, at) => (['deposit', 'advance', 'balance'].includes(kind) ? [at] : []));
    for (const at of beyond > 0 ? theirs : theirs.toReversed()) step(at, payments[at]!.amount - come[at]!);
    return come;
  }

  test('who pays all at once has paid the caparra, too; what goes back comes off the last row, on page and report alike', async () => {
    const { id } = await make({ financing: null, tradeIns: [], deposit: 1_000_00 });
    await query(`update contracts set state = 'approved', financed = 0 where id = $1`, [id]);
    const { total, payments } = await read(id);
    expect(payments.map(({ kind }: { kind: string }) => kind)).toEqual(['deposit', 'balance']);
    const both = async () => {
      const { come } = await read(id);
      const dues = await query('select (amount - open)::int as came from contract_dues where contract_id = $1 order by payment_id', [id]); // prettier-ignore
      expect(dues.map(({ came }) => came)).toEqual(come);
      return come;
    };
    await receive(id, { kind: 'balance', method: 'transfer', amount: total - 500_00 });
    expect(await both()).toEqual([500_00, total - 1_000_00]);
    await receive(id, { kind: 'refund', method: 'transfer', amount: 700_00 });
    expect(await both()).toEqual([0, total - 1_200_00]);
    await receive(id, { kind: 'deposit', method: 'transfer', amount: 1_000_00 });
    expect(await both()).toEqual([1_000_00, total - 1_200_00]);
  });

  test('follows every step, receipt, plan, day, place and seller to the cent, whatever is undone', async () => {
    const [{ id: otherPlace }] = await query(
      "insert into locations (company_id, name) values (901, 'Sede delle scadenze') returning id::int",
    );
    const colleague = await userWith('createQuotes', 'makeContracts', 'manageOwnQuotes', 'seeCustomers');
    const seen = { open: 0, refund: 0, lenders: 0, cars: 0, ended: 0, undated: 0 };
    for (let round = 0; round < rounds(4); round += 1) {
      const random = new Random(round + 3);
      // One has a car taken in that came with a debt.
      const indebted = { tradeIns: [aTradeIn({ plate: 'PZ778ZZ', valuation: 3_000_00, standInValue: 3_000_00, residualDebt: 2_000_00 })] }; // prettier-ignore
      const contract = await make(round === 2 ? indebted : {});
      await prepareContract(side, contract.id);
      const id = contract.id;
      await query(`update contracts set received = 0, concluded = 'distance', delivery_on = case when $2::boolean then delivery_on end where id = $1`, [id, round % 2 > 0]); // prettier-ignore
      // What these wrote was written behind the back of the application.
      await world.outside().asCompany(901, null, (ctx) => writeDues(ctx, [id]));
      const save = async (section: 'general' | 'contability' | 'calendars', changes: object) => {
        const now = await read(id);
        const body = Object.fromEntries(Object.keys(blankSection(section)).map((key) => [key, now[key]]));
        const path = `PUT /contracts/:id/${section}` as 'PUT /contracts/:id/general';
        return call(office, path, { params: { id }, version: now.versions[section] ?? 1, body: { ...body, ...changes } as never }); // prettier-ignore
      };
      const moves = ['submit', 'validate', 'approve', 'bill', 'complete', 'resume', 'unbill', 'reopen'] as const;
      const move = async (name: (typeof moves)[number] | 'cancel' | 'cancelApproved', n: number) => {
        const as = name === 'submit' || name === 'cancel' ? seller : name === 'validate' ? director : office;
        const asks = ['resume', 'unbill', 'reopen', 'cancel', 'cancelApproved'].includes(name);
        const note = name === 'unbill' ? { number: `NC S${round}-${n}`, day: today } : {};
        const ends = name.startsWith('cancel') ? { depositOutcome: random.pick(['kept', 'returned'] as const) } : {};
        await step(as, name, contract, asks ? await because(name, { ...note, ...ends }) : undefined);
        if (name === 'cancelApproved') await step(director, name, contract, {});
      };
      const acts: (readonly [weight: number, act: (n: number) => Promise<unknown>])[] = [
        [8, async (n) => move(moves[Math.min(n >> 1, 4)]!, n)],
        [2, async (n) => move(random.pick(moves), n)],
        [
          7,
          async (n) => {
            const kind = random.pick([
              'deposit',
              'advance',
              'balance',
              'financed',
              'used_car',
              'debt',
              'refund',
            ] as const);
            const by = { financed: ['financial'], used_car: ['used_car'], refund: ['transfer', 'financial'] } as const;
            return receive(id, { kind, method: random.pick(kind in by ? by[kind as keyof typeof by] : (['card', 'transfer'] as const)), amount: random.int(1, 900_000) + n }); // prettier-ignore
          },
        ],
        [1, async () => receive(id, { kind: 'balance', method: 'transfer', amount: Math.max(1, (await read(id)).total - (await read(id)).received) })], // prettier-ignore
        [
          2,
          async () => {
            const { receipts } = await read(id);
            return receipts.length > 0 && reverse(id, random.pick(receipts as { id: number }[]).id);
          },
        ],
        [2, () => save('contability', { payments: random.pick([3, 2, 1].map((parts) => Array.from({ length: parts }, (_, n) => ({ kind: n === 0 ? 'deposit' : 'balance', method: 'transfer', dueOn: random.pick([null, '2026-10-01', '2027-01-15']), amount: Math.floor(contract.total / parts) + (n === 0 ? contract.total % parts : 0), note: '' })))) })], // prettier-ignore
        [2, () => save('contability', { payments: [['deposit', 1_000_00], ['used_car', 9_000_00], ['debt', -4_000_00], ['used_car', 2_000_00], ['balance', contract.total - 8_000_00]].map(([kind, amount]) => ({ kind, method: kind === 'used_car' ? kind : 'transfer', dueOn: null, amount, note: '' })) })], // prettier-ignore
        [1, () => save('general', { locationId: random.pick([null, otherPlace]), promisedOn: random.pick([null, '2026-12-24']) })], // prettier-ignore
        [1, () => save('calendars', { deliveryOn: '2026-11-30' })],
        [1, async () => call(director, 'POST /contracts/assign', { body: { rows: [{ id, version: (await read(id)).version, sellerId: random.pick([colleague, seller]).id }] } })], // prettier-ignore
        [(round % 2) * 3, (n) => move(random.pick(['cancel', 'cancelApproved'] as const), n)],
        [(round % 2) * 2, async () => call(office, 'POST /contracts/:id/withdrawal', { params: { id }, version: (await read(id)).version, body: { name: 'Anna Prova', email: 'anna@posta.example.it', sentOn: today } as never })], // prettier-ignore
      ];
      const drawn = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));
      for (let n = 0; n < 16; n += 1) {
        const takes = () => receive(id, { kind: 'used_car', method: 'used_car', amount: 3_000_00 });
        const act = round === 2 && n === 0 ? takes : random.pick(drawn);
        await act(n);
        const now = (await read(id)) as Contract;
        const rows = await kept(id);
        expect(now.come).toEqual(comeOf(now));
        expect(rows).toEqual(expected(now));
        seen.open += Number(rows.some((row) => !row.includes('["open",0]')));
        seen.refund += Number(rows.some((row) => !row.includes('["refund",0]')));
        seen.lenders += Number(now.back.lender > 0);
        seen.cars += Number(now.owedOnCars > 0);
        seen.ended += Number(now.canceledAt !== null || now.withdrawnAt !== null);
        seen.undated += Number(rows.some((row) => row.includes('["due",null]')));
      }
    }
    expect(Object.entries(seen).filter(([, times]) => times === 0)).toEqual([]);
  });

  test('what a process of the version before wrote without the debt of a car is put right, on the page and in the row', async () => {
    const indebted = aTradeIn({ plate: 'PZ779ZZ', valuation: 3_000_00, standInValue: 3_000_00, residualDebt: 2_000_00 }); // prettier-ignore
    const { id } = await make({ tradeIns: [indebted] });
    await receive(id, { kind: 'used_car', method: 'used_car', amount: 3_000_00 });
    const stored = () => query('select received::int, owed_on_cars::int as owed from contracts where id = $1', [id]);
    expect(await stored()).toEqual([{ received: 1_000_00, owed: 2_000_00 }]);
    await query('update contracts set received = 300000 where id = $1', [id]);
    expect((await read(id)).received).toBe(1_000_00);
    await world.outside().asCompany(901, null, (ctx) => writeDues(ctx, [id]));
    expect(await stored()).toEqual([{ received: 1_000_00, owed: 2_000_00 }]);
  });

  test('is filled in by a job for contracts that were made before it was written', async () => {
    const { id } = await walked('approve');
    const now = await kept(id);
    expect(now.length).toBeGreaterThan(0);
    await query('delete from contract_dues where contract_id = $1', [id]);
    await query('update contracts set has_dues = false where id = $1', [id]);
    await pastDues.run(world.outside(), {});
    expect(await kept(id)).toEqual(now);
  });

  test('follows the work of who leaves to whom it goes', async () => {
    const { id } = await make();
    const [leaver, heir] = [await userWith('createQuotes'), await userWith('createQuotes', 'makeContracts')];
    await query('update contracts set seller_id = $2 where id = $1', [id, leaver.id]);
    const manager = await userWith('manageUsers', 'createQuotes', 'makeContracts', 'manageAllContracts');
    const [{ version }] = await query('select version::int from users where id = $1', [leaver.id]);
    const { status } = await call(manager, 'POST /users/bulk', {
      body: { action: 'archive', rows: [{ id: leaver.id, version }], heirs: [{ kind: 'contracts', to: heir.id }], tokens: [] },
    }); // prettier-ignore
    expect(status).toBe(200);
    expect(await query('select distinct seller_id::int as id from contract_dues where contract_id = $1', [id])).toEqual([{ id: heir.id }]); // prettier-ignore
  });
});
