import { afterAll, beforeEach, expect, test } from 'vitest';
import { withdrawalMail } from '#backend/contracts/withdrawal.ts';
import { newToken, readToken } from '#backend/lib/people/tokens.ts';
import { shownStateOf, shownStates } from '#domain/contracts/terms.ts';
import { withdrawalUntil } from '#domain/contracts/withdrawal.ts';
import { testDatabase } from '#tests/support/database.ts';
import { blankSection, prepareContract } from '#tests/support/areas/contracts.ts';
import { draftOf } from '#tests/support/areas/quotes.ts';
import { aTradeIn } from '#tests/support/price-sheet.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock, query, userWith } = world;
afterAll(() => world.close());
const START = clock.now;
beforeEach(() => (clock.now = START));
const { side, seller, director, office, read, step, done, because, walked } = await saleIn(world);

/** The link of a signer of a contract that everybody has signed, and that was concluded there. */
async function linked(id: number, concluded = 'distance'): Promise<string> {
  await query('update contracts set concluded = $2 where id = $1', [id, concluded]);
  const asked = await call(seller, 'POST /signatures', {
    body: {
      entity: 'contract',
      recordId: id,
      inOrder: false,
      signers: [
        {
          role: 'buyer',
          email: 'anna@posta.example.it',
          phone: null,
          channel: 'mail',
          confirmed: true,
        },
      ],
    },
  });
  if (asked.status !== 201) throw new Error(JSON.stringify(asked.body));
  const token = newToken(901);
  await query(
    "insert into links (company_id, purpose, record_id, token_hash, expires_at) values (901, 'signature', $1, $2, '2030-01-01')",
    [asked.body.signers[0].id, readToken(token)!.hash],
  );
  await query("update contracts set signed_on = '2026-11-20' where id = $1", [id]);
  return token;
}
const page = async (token: string) => (await call(null, 'GET /withdrawal', { query: { token } })).body;
const withdraw = (token: string) =>
  call(null, 'POST /withdrawal', { body: { token, name: 'Anna Prova', email: 'anna@posta.example.it' } });

test.each([
  ['2026-11-02', '2026-11-16'],
  // 6 December 2026 is a Sunday, 8 December a holiday.
  ['2026-11-22', '2026-12-07'],
  ['2026-11-24', '2026-12-09'],
  ['2026-12-11', '2026-12-28'],
])('delivered %s, the last day is %s', (delivered, last) => expect(withdrawalUntil(delivered)).toBe(last));

test('is offered for a distance sale until fourteen days after the delivery, and never for one at the dealer’s', async () => {
  const contract = await walked('validate');
  // Paper and signing page say how it was concluded, what follows, and when the car comes.
  await query("update contracts set concluded = 'unsolicited', promised_on = '2026-12-15' where id = $1", [
    contract.id,
  ]);
  const paper = await call(seller, 'GET /contracts/:id/document', { params: { id: contract.id } });
  const text = pdfText(Buffer.from(paper.body as Buffer))
    .join(' ')
    .replace(/\s+/g, ' ');
  for (const said of ['entro 30 giorni dalla consegna', 'Consegna entro il 15/12/2026']) expect(text).toContain(said);
  const token = await linked(contract.id);
  const { blocks } = (await call(null, 'GET /signing', { query: { token } })).body;
  expect(blocks[0].text).toContain('a distanza. Si può recedere senza motivo entro 14 giorni dalla consegna');
  expect(await page(token)).toMatchObject({ offered: true, until: null, name: (await read(contract.id)).customer });
  await query("update contracts set delivered_on = '2026-11-02' where id = $1", [contract.id]);
  expect(await page(token)).toMatchObject({ offered: false, until: '2026-11-16' });
  const late = await withdraw(token);
  expect([late.status, late.body.message]).toEqual([409, 'Il termine per recedere è finito il 16/11/2026.']);
  await query("update contracts set delivered_on = null, concluded = 'premises' where id = $1", [contract.id]);
  expect((await withdraw(token)).body.message).toContain('concluso in sede');
  expect((await withdraw(newToken(901))).status).toBe(404);
});

test('counts at once, stops every move, tells seller and back office, and is acknowledged with day and hour', async () => {
  const contract = await walked('validate');
  const token = await linked(contract.id);
  await query("update contracts set delivery_on = '2026-12-01' where id = $1", [contract.id]);
  clock.now = new Date('2026-11-20T13:37:00Z');
  // Also where the manufacturer keeps the dealer out meanwhile.
  const answers = await world.keptOut(901, async () => {
    const both = await Promise.all([withdraw(token), withdraw(token)]);
    await withdrawalMail.run(world.outside(), { companyId: 901, id: contract.id });
    return both;
  });
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const now = await read(contract.id);
  expect(now).toMatchObject({ withdrawnAt: expect.stringContaining('2026-11-20T13:37'), deliveryOn: null });
  expect((await step(office, 'approve', contract)).body.message).toContain('ha comunicato il recesso');
  const told = await query(
    "select user_id::int as id from notifications where kind = 'contract_withdrawn' and title like $1",
    [`${now.number}%`],
  );
  expect(told.map(({ id }) => id)).toEqual(expect.arrayContaining([seller.id, office.id]));
  expect(told.map(({ id }) => id)).not.toContain(director.id);
  const mail = mailsLeft(world.config, 'anna@posta.example.it').at(-1)!.replaceAll('=\r\n', '').replaceAll('=\n', '');
  expect(mail).toContain('20/11/2026 alle 14:37');
  expect(mail).toContain('04/12/2026');
  expect(await page(token)).toMatchObject({ offered: false, refundBy: '2026-12-04' });
});

test('leaves a contract that reads as withdrawn from: in no queue, closed to changes, its delivery called off', async () => {
  const bay = "insert into calendars (company_id, name, kind) values (901, 'Baia', 'bay') returning id";
  const [{ id: calendarId }] = await query(bay);
  const contract = await walked('approve');
  const { deliveryOn } = await read(contract.id);
  const listed = async (filters: object) =>
    (await call(office, 'GET /contracts', { query: filters as never })).body.rows.find(
      ({ id }: { id: number }) => id === contract.id,
    );
  const due = { deliveryFrom: deliveryOn, deliveryTo: deliveryOn };
  await query('update contracts set received = 0 where id = $1', [contract.id]);
  for (const filters of [{ state: 'approved' }, { owing: 'true' }, due])
    expect(await listed(filters)).toMatchObject({ state: 'approved' });
  const token = await linked(contract.id);
  const reader = await userWith('seeSalesStats', 'validateContracts', 'manageAllContracts', 'seeMargin');
  const signedOn = { from: '2026-11-20', to: '2026-11-20' } as const;
  const maker = await world.user(10, []);
  /** How often it counts: in figures, among sellers, by its day in the list, for the manufacturer, in reports. */
  const counts = async () => {
    const figures = await call(reader, 'GET /stats/rows', { query: { figure: 'contracts', basis: 'signed', ...signedOn, limit: 1 } }); // prettier-ignore
    const sellers = await call(reader, 'GET /stats/sellers', { query: { basis: 'signed', ...signedOn } });
    const found = await listed({ signedFrom: signedOn.from, signedTo: signedOn.to });
    const reports = [];
    for (const name of ['performance', 'businessCenters', 'contractsPaymentFlow'] as const)
      reports.push((await call(reader, `GET /reports/${name}`, { query: { basis: 'signed', ...signedOn } })).body.total.count); // prettier-ignore
    const ofSeller = sellers.body.rows.find(({ id }: { id: number }) => id === seller.id)?.now.contracts ?? 0;
    const { dealers } = (await call(maker, 'GET /companies/network', {})).body;
    const ofNetwork = dealers.find(({ id }: { id: number }) => id === 901).contracts;
    return [figures.body.sums.count, ofSeller, Number(found !== undefined), ofNetwork, ...reports];
  };
  const counted = await counts();
  expect((await withdraw(token)).status).toBe(200);
  expect(await counts()).toEqual(counted.map((n) => n - 1));
  for (const filters of [{ state: 'approved' }, { owing: 'true' }, { lacking: 'true' }, due])
    expect(await listed(filters)).toBeUndefined();
  const row = await listed({ withdrawn: 'true' });
  const { sums } = (await call(office, 'GET /contracts', { query: { withdrawn: 'true' } })).body;
  expect(sums.map(({ state }: { state: string }) => state)).toEqual(['withdrawn']);
  expect([shownStates[shownStateOf(row)].label, row.lacking]).toEqual(['Recesso comunicato', []]);
  const { locks, lacks, versions, signedOn: kept } = await read(contract.id);
  expect([lacks, Object.keys(locks)]).toEqual([
    [],
    expect.arrayContaining(['customer', 'financial', 'contability', 'calendars']),
  ]);
  const body = { ...blankSection('calendars'), deliveryOn: '2026-12-12', preparation: [] };
  const put = await call(office, 'PUT /contracts/:id/calendars', { params: { id: contract.id }, version: versions.calendars ?? 1, body: body as never }); // prettier-ignore
  expect([put.status, put.body.message]).toEqual([409, expect.stringContaining('recesso')]);
  const events = await query("select ended_as from calendar_events where contract_id = $1 and kind = 'delivery'", [contract.id]); // prettier-ignore
  expect(events).toEqual([{ ended_as: 'canceled' }]);
  await query('update calendars set archived_at = now() where id = $1', [calendarId]);
  expect(kept).not.toBeNull();
});

test('is closed by one task, whatever the state, by who may: invoice and delivery are taken back, everything is owed', async () => {
  const contract = await walked('complete');
  await query(
    "insert into contract_receipts (company_id, contract_id, number, received_on, kind, method, amount, made_by, created_at) values (901, $1, 'R-X', '2026-11-20', 'deposit', 'transfer', 70000, $2, now())",
    [contract.id, office.id],
  );
  await query("update contracts set concluded = 'distance' where id = $1", [contract.id]);
  const post = (as: typeof office, name: string, version: number, body: object) =>
    call(as, name as 'POST /contracts/:id/withdrawal', { params: { id: contract.id }, version, body: body as never });
  const letter = { name: 'Anna Prova', email: 'anna@posta.example.it', sentOn: '2026-11-20' };
  const recorded = await post(office, 'POST /contracts/:id/withdrawal', (await read(contract.id)).version, letter);
  // The accountant is told from the withdrawal on, by the term of the law, which closing it does not move.
  const owed = async () => {
    const asked = { only: 'refund', from: '2026-12-04', to: '2026-12-04', column: 'refund', open: '2026-12' } as const;
    const { rows } = (await call(office, 'GET /reports/paymentFlowReport', { query: asked })).body;
    const own = rows.filter(({ href }: { href: string }) => href === `/dealer/contracts/${contract.id}`);
    return own.map(({ cells }: { cells: Record<string, unknown> }) => [cells['dueOn'], cells['refund']]);
  };
  // Nothing is asked for from now on, as its page says, too; a transfer that was on its way is noted and goes back.
  expect(recorded).toMatchObject({ status: 200, body: { owedBack: 700_00 } });
  const receive = (kind: 'deposit' | 'balance' | 'refund', amount: number) =>
    call(office, 'POST /contracts/:id/receipts', { params: { id: contract.id }, body: { receivedOn: '2026-11-20', kind, method: 'transfer', amount } }); // prettier-ignore
  const deposit = await receive('deposit', 100_00);
  expect([deposit.status, deposit.body.fields.kind]).toEqual([422, expect.stringContaining('Il cliente ha comunicato il recesso: si registra solo un rimborso')]); // prettier-ignore
  expect((await receive('balance', contract.total)).body.fields.amount).toContain('Oltre al totale del contratto');
  expect((await receive('balance', 300_00)).body).toMatchObject({ owedBack: 1_000_00 });
  expect(await owed()).toEqual([['2026-12-04', 1_000_00]]);
  expect((await receive('refund', 1_000_01)).body.fields.amount).toContain('1.000,00');
  const { body: given } = await receive('refund', 300_00);
  // The walk has invoiced by a sum alone, which a receipt writes anew.
  await query('update contracts set invoiced = total where id = $1', [contract.id]);
  expect(given).toMatchObject({ owedBack: 700_00 });
  expect(await owed()).toEqual([['2026-12-04', 700_00]]);
  const close = (as: typeof office, body: object, version = given.version) =>
    post(as, 'POST /contracts/:id/withdrawal/close', version, body);
  expect((await close(office, {})).body.fields).toEqual({ number: 'Inserire il numero della nota di credito' });
  const note = { number: 'NC R1', day: '2026-11-20' };
  // Who may not open a delivery again does not close it either, and nothing is half done.
  const half = await userWith('seeCustomers', 'validateContracts');
  expect((await close(half, note)).status).toBe(403);
  expect((await read(contract.id)).state).toBe('completed');
  const after = await close(office, note);
  expect([after.status, after.body.message]).toEqual([200, undefined]);
  expect(after.body).toMatchObject({
    state: 'approved',
    canceledAt: expect.any(String),
    invoiced: 0,
    owedBack: 700_00,
    depositOutcome: 'returned',
  });
  expect(await owed()).toEqual([['2026-12-04', 700_00]]);
  // Among those that were cancelled it is found by its days.
  const { signedOn } = await read(contract.id);
  const canceled = await call(office, 'GET /contracts', { query: { canceled: 'true', signedFrom: signedOn, signedTo: signedOn } }); // prettier-ignore
  expect(canceled.body.rows.map(({ id }: { id: number }) => id)).toContain(contract.id);
  const moves = await query(
    "select from_state as f, to_state as t, note from state_changes where entity = 'contract' and record_id = $1 order by id desc limit 3",
    [contract.id],
  );
  expect(moves.every((row) => row.note === 'Recesso del cliente')).toBe(true);
  expect((await query('select state from used_cars where id = $1', [contract.carId]))[0].state).toBe('acquired');
  expect((await close(office, note, after.body.version)).body.message).toBe('Il contratto è annullato.');
});

/** A contract of a new car with a trade-in, approved, and its car registered to the customer. */
async function registered(tradedIn: string, residualDebt = 500_00) {
  const passport = [{ kind: 'passport', number: 'YA1', issuer: '', issuedOn: null, expiresOn: null, scan: null }];
  await query('update customers set documents = $2 where company_id = 901 and id = $1', [
    side.customerId,
    JSON.stringify(passport),
  ]);
  const tradeIn = { plate: tradedIn, description: 'Lampo Vecchia', residualDebt, standInValue: 3_000_00 };
  const draft = { ...draftOf(side.car, side), tradeIns: [aTradeIn({ ...tradeIn, valuation: 3_000_00 })] };
  const quote = (await call(seller, 'POST /quotes', { body: draft })).body;
  await call(seller, 'POST /quotes/:id/issue', { params: { id: quote.id }, version: quote.version });
  const contract = (await call(seller, 'POST /contracts', { body: { quoteId: quote.id } })).body;
  await prepareContract(side, contract.id);
  await query("update contracts set concluded = 'distance' where id = $1", [contract.id]);
  await done(seller, 'submit', contract);
  await done(director, 'validate', contract);
  await done(office, 'approve', contract);
  const [{ id: carId }] = contract.cars;
  await query(
    `update new_cars set vin = 'ZZ9RESO' || id, plate = 'RS' || id, registered_on = '2026-11-18', arrived_on = '2026-11-10',
      purchase_cost = 2000000, purchase_tax_rate = 22 where id = $1`,
    [carId],
  );
  const { version } = (await call(office, 'GET /stock/new/:id', { params: { id: carId } })).body;
  const now = await call(office, 'POST /stock/new/:id/register', { params: { id: carId }, version });
  expect([now.status, now.body.state]).toEqual([200, 'registered']);
  return { id: contract.id as number, carId: carId as number, quoteId: quote.id as number };
}
const usedOf = async (newCarId: number) =>
  (
    await query(
      `select state, plate, registered_on::text as "registeredOn", regime, purchase_type as type, purchase_cost::int as cost, owners, km,
        expected_on::text as "expectedOn", notes from used_cars where new_car_id = $1`,
      [newCarId],
    )
  )[0];
const garage = async () => (await query('select cars from customers where id = $1', [side.customerId]))[0].cars;

test('closes when the new car is registered and delivered: it comes back as a used one, and everything else is undone', async () => {
  const contract = await registered('PZ441ZZ');
  await query(
    `insert into calendar_events (company_id, kind, title, starts_at, ends_at, calendar_ids, user_ids, contract_id, created_at, updated_at)
     values (901, 'delivery', 'Consegna', '2026-12-01T09:00Z', '2026-12-01T10:00Z', '{}', array[$2::bigint], $1, now(), now())`,
    [contract.id, seller.id],
  );
  await prepareContract(side, contract.id);
  await done(office, 'bill', contract);
  await done(office, 'complete', contract);
  expect(await garage()).toEqual([expect.objectContaining({ plate: `RS${contract.carId}` })]);
  const said = { name: 'Anna Prova', email: 'anna@posta.example.it', sentOn: '2026-11-20' };
  const recorded = await call(office, 'POST /contracts/:id/withdrawal', {
    params: { id: contract.id },
    version: (await read(contract.id)).version,
    body: said,
  });
  const closed = await call(office, 'POST /contracts/:id/withdrawal/close', {
    params: { id: contract.id },
    version: recorded.body.version,
    body: { number: 'NC RESO 1', day: '2026-11-20' },
  });
  expect([closed.status, closed.body.message]).toEqual([200, undefined]);
  expect(closed.body).toMatchObject({ canceledAt: expect.any(String), deliveredOn: null, invoiced: 0 });
  const { body: car } = await call(office, 'GET /stock/new/:id', { params: { id: contract.carId } });
  expect(car).toMatchObject({ state: 'converted', archived: true, sale: null, usedCarId: expect.any(Number) });
  const { number } = closed.body;
  expect(await usedOf(contract.carId)).toEqual({
    state: 'scheduled',
    plate: `RS${contract.carId}`,
    registeredOn: '2026-11-18',
    regime: 'iva_exposed',
    type: 'other',
    cost: 20_000_00,
    owners: 1,
    km: null,
    expectedOn: '2026-12-04',
    notes: `Rientra dal contratto ${number}, annullato dopo l’immatricolazione.`,
  });
  // The traded-in car, which had not come yet, is the customer's again; the delivery was held, nobody is reminded of it.
  expect(await garage()).toEqual([expect.objectContaining({ plate: 'PZ441ZZ' })]);
  expect((await query("select state from used_cars where plate = 'PZ441ZZ'"))[0].state).toBe('canceled');
  const events = await query('select state, ended_as from calendar_events where contract_id = $1', [contract.id]);
  expect(events).toEqual([{ state: 'completed', ended_as: null }]);
  expect((await query('select state from quotes where id = $1', [contract.quoteId]))[0].state).toBe('issued');
  const used = (await call(office, 'GET /stock/used/:id', { params: { id: car.usedCarId } })).body;
  expect(used.newCarId).toBe(contract.carId);
});

test('a withdrawal from a registered car that was never delivered is cancelled by two; a car taken in that has come stays, and is owed', async () => {
  const contract = await registered('PZ442ZZ');
  await query("update used_cars set state = 'acquired' where plate = 'PZ442ZZ'");
  // It is not opened again: its car is the customer's by registration.
  const reopened = await step(office, 'reopen', contract, await because('reopen'));
  expect([reopened.status, reopened.body.message]).toEqual([409, expect.stringContaining('resta nel contratto')]);
  await done(office, 'cancelApproved', contract, await because('cancelApproved', { depositOutcome: 'returned' }));
  const over = await done(director, 'cancelApproved', contract, {});
  expect(over).toMatchObject({ canceledAt: expect.any(String), keptTradeIns: 2_500_00, owedBack: 2_500_00 });
  expect(await usedOf(contract.carId)).toMatchObject({ state: 'scheduled', owners: 1 });
  expect((await query("select state from used_cars where plate = 'PZ442ZZ'"))[0].state).toBe('acquired');
  const refund = { receivedOn: '2026-11-20', kind: 'refund' as const, method: 'transfer' as const, amount: 2_500_00 };
  const paid = await call(office, 'POST /contracts/:id/receipts', { params: { id: contract.id }, body: refund });
  expect(paid.body.owedBack).toBe(0);
});

test('a car that stays and is worth less than its debt leaves its customer the rest to pay, and nothing goes back', async () => {
  const contract = await registered('PZ443ZZ', 4_000_00);
  await query("update used_cars set state = 'acquired' where plate = 'PZ443ZZ'");
  await done(office, 'cancelApproved', contract, await because('cancelApproved', { depositOutcome: 'returned' }));
  const over = await done(director, 'cancelApproved', contract, {});
  expect(over).toMatchObject({ canceledAt: expect.any(String), keptTradeIns: -1_000_00, owedBack: 0, owedByCustomer: 1_000_00 }); // prettier-ignore
  const dues = await query('select kind from contract_dues where contract_id = $1', [contract.id]);
  expect(dues).toEqual([]);
  const receive = (kind: 'refund' | 'balance') =>
    call(office, 'POST /contracts/:id/receipts', {
      params: { id: contract.id },
      body: { receivedOn: '2026-11-20', kind, method: 'transfer', amount: 1_000_00 },
    });
  expect((await receive('refund')).body.fields.amount).toMatch(/al massimo 0,00/);
  expect((await receive('balance')).body).toMatchObject({ owedBack: 0, owedByCustomer: 0 });
});
