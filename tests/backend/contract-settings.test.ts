import { afterAll, expect, test } from 'vitest';
import { blankOf } from '#domain/record/fields.ts';
import { agencyFields } from '#domain/agencies/fields.ts';
import { sectionStates } from '#domain/contracts/section-states.ts';
import { contractSettingFields } from '#domain/contracts/setting-standards.ts';
import { prepareContract } from '#tests/support/areas/contracts.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aTradeIn } from '#tests/support/price-sheet.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
afterAll(() => world.close());
const { call, draft, alfa, query } = world;
const manager = await world.userWith('createQuotes', 'manageOwnQuotes', 'managePreferences', 'seeMargin');
const other = await world.strangerWith('createQuotes', 'manageOwnQuotes', 'managePreferences', 'seeMargin');
const { side, seller, step, make, read } = await saleIn(world);

const set = async (changes: object) => {
  const { version, periods } = (await call(manager, 'GET /contracts/settings')).body;
  const body = { ...blankOf(contractSettingFields), ...periods[0].values, ...changes, from: '2026-11-20' };
  const answer = await call(manager, 'PUT /contracts/settings', { version, body });
  expect(answer.status).toBe(200);
};
const blocked = async (query: object, as = manager) => {
  const { status, body } = await call(as, 'GET /contracts/settings/blocked', { query: { stage: 'submit', ...query } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.blocked;
};

test('a requirement of the company is counted before it is set and stops the move after, by channel', async () => {
  const before = await blocked({ field: 'profession' });
  const contract = await make();
  await prepareContract(side, contract.id);
  expect(await blocked({ field: 'profession' })).toBe(before + 1);
  expect(await blocked({ field: 'profession', channel: 'retail' })).toBe(before + 1);
  expect(await blocked({ field: 'profession', channel: 'business' })).toBe(0);
  expect(await blocked({ field: 'profession' }, other)).toBe(0);
  await set({ required: [{ field: 'profession', channel: 'business', stage: 'submit' }], documents: [] });
  const all = { field: 'profession', channel: null, stage: 'submit' };
  const documents = [
    { type: 'identity_card', customerType: null, channel: 'retail', financed: false, tradeIn: false, stage: 'submit' },
  ];
  await set({ required: [all], documents });
  const refused = await step(seller, 'submit', contract);
  expect(refused.status).toBe(409);
  expect(refused.body.missing).toEqual([
    { sentence: 'Manca «Professione».', section: 'customer', field: 'profession' },
    { sentence: 'Manca l’allegato «Carta d’identità».', section: 'attachments', field: 'attachments' },
  ]);
  await set({ required: [{ ...all, channel: 'business' }], documents: [] });
  expect((await step(seller, 'submit', contract)).status).toBe(200);
});

test('the car taken in is asked for like a field, and its papers only with one', async () => {
  const before = await blocked({ field: 'tradeIns' });
  const plain = await make();
  const taken = await make({ tradeIns: [aTradeIn({ plate: 'PZ556ZZ', standInValue: 6_500_00 })] });
  const unknown = JSON.stringify({ plate: '', description: 'Lampo Vecchia', km: null });
  await query(
    'update contracts set agreed_trade_ins = jsonb_build_array((agreed_trade_ins -> 0) || $2::jsonb) where id = $1',
    [taken.id, unknown],
  );
  expect(await blocked({ field: 'tradeIns' })).toBe(before + 1);
  for (const { id } of [plain, taken]) await prepareContract(side, id);
  await set({
    required: [{ field: 'tradeIns', channel: null, stage: 'submit' }],
    documents: [
      { type: 'registration', customerType: null, channel: null, financed: false, tradeIn: true, stage: 'submit' },
    ],
  });
  expect((await step(seller, 'submit', taken)).body.missing).toEqual([
    { sentence: 'Manca il telaio di Lampo Vecchia.', section: 'used_cars', field: 'tradeIns.0.vin' },
    {
      sentence: 'Di Lampo Vecchia manca la targa e i chilometri: si scrive con «Cambia auto o prezzo».',
      section: 'used_cars',
    },
    { sentence: 'Manca l’allegato «Documento unico o libretto».', section: 'attachments', field: 'attachments' },
  ]);
  expect((await step(seller, 'submit', plain)).status).toBe(200);
  await set({ required: [], documents: [] });
});

test('a whole section is asked for by its fields, each said once, and a section in which nothing stands is not done', async () => {
  const before = await blocked({ field: 'wholeCustomer' });
  const contract = await make();
  await prepareContract(side, contract.id);
  await query(`update contracts set profession = '', phone = '', email = 'a@posta.example.it', address = 'Via Prova 4', cap = '20121', city = 'Milano' where id = $1`, [contract.id]); // prettier-ignore
  expect(await blocked({ field: 'wholeCustomer' })).toBe(before + 1);
  // What only a sale with a loan has is asked of no other one.
  expect(await blocked({ field: 'wholeFinancial' })).toBe(0);
  const row = (field: string) => ({ field, channel: null, stage: 'submit' });
  await set({ required: [row('phone'), row('wholeCustomer'), row('wholeFinancial')], documents: [] });
  expect((await step(seller, 'submit', contract)).body.missing).toEqual([
    { sentence: 'Manca «Telefono».', section: 'customer', field: 'phone' },
    { sentence: 'Manca «Professione».', section: 'customer', field: 'profession' },
  ]);
  // Of each other section what stands in it is asked for: a row, a due day, whose a car is that is taken in.
  const others = ['wholeObjectives', 'wholeAttachments', 'wholeUsedCars', 'wholeContability'];
  await query(`update contract_payments set due_on = '2026-12-01' where contract_id = $1`, [contract.id]);
  const counted = [];
  for (const field of others) counted.push(await blocked({ field }));
  await query(`update contract_payments set due_on = null where contract_id = $1`, [contract.id]);
  const car = { type: 'barter', plate: 'AB123CD', description: 'Lampo Vecchia', km: 1, valuation: 1, residualDebt: 0 };
  await query(`update contracts set agreed_trade_ins = $2, trade_ins = $3, taken_in = 1 where id = $1`, [contract.id, JSON.stringify([car]), JSON.stringify([{ vin: 'WVWZZZ1JZXW000001', owner: '', registeredOn: null, lender: '', statementOn: null, revaluation: null, revaluationReason: '' }])]); // prettier-ignore
  for (const [at, field] of others.entries())
    expect(await blocked({ field }), field).toBe(counted[at]! + (at < 2 ? 0 : 1));
  await set({ required: others.map(row), documents: [] });
  expect((await step(seller, 'submit', contract)).body.missing.map(({ sentence }: { sentence: string }) => sentence)).toEqual(expect.arrayContaining([
    'Manca almeno un obiettivo.', 'Manca almeno un allegato.', 'Manca l’intestatario di AB123CD.', 'Manca la prima immatricolazione di AB123CD.', 'Manca la scadenza della riga 1 del piano.',
  ])); // prettier-ignore
  await query(`update contracts set agreed_trade_ins = '[]', trade_ins = '[]', taken_in = 0 where id = $1`, [contract.id]); // prettier-ignore
  await set({ required: [], documents: [] });
  const { number } = await read(contract.id);
  const { rows } = (await call(seller, 'GET /contracts', { query: { q: number } })).body;
  const states = Object.fromEntries(sectionStates(rows[0]).map(({ section, state }) => [section, state]));
  expect(states).toMatchObject({ general: 'done', contability: 'done', objectives: 'empty', used_cars: 'none' });
});

const reasonsOf = async (as = manager) => (await call(as, 'GET /contracts/settings/reasons')).body;
const setReasons = async (reasons: object[], version?: number) =>
  call(manager, 'PUT /contracts/settings/reasons', {
    version: version ?? (await reasonsOf()).version,
    body: { move: 'cancel', reasons },
  });
const labels = ({ moves }: { moves: { move: string; reasons: { label: string }[] }[] }) =>
  moves.find(({ move }) => move === 'cancel')!.reasons.map(({ label }) => label);

test('the reasons of a move are the company’s, in its order; one that is left out is offered no more', async () => {
  expect(labels(await reasonsOf(other))).toContain('Recesso del cliente');
  const contract = await make();
  const before = await call(seller, 'GET /contracts/reasons');
  const old = before.body.find(
    (one: { move: string; label: string }) => one.move === 'cancel' && one.label === 'Doppione',
  );
  const { version } = await reasonsOf();
  const wanted = [
    { label: 'Cambia idea', needsNote: true },
    { label: 'Recesso del cliente', needsNote: false },
  ];
  const saved = await setReasons(wanted);
  expect([saved.status, labels(saved.body)]).toEqual([200, ['Cambia idea', 'Recesso del cliente']]);
  expect(labels(await reasonsOf(other))).toContain('Doppione');
  expect((await setReasons(wanted, version)).status).toBe(412);
  const offered = (await call(seller, 'GET /contracts/reasons')).body;
  const fresh = offered.find(({ label }: { label: string }) => label === 'Cambia idea');
  const refused = async (body: object) => (await step(seller, 'cancel', contract, body)).body.fields;
  expect(await refused({ reason: String(old.id) })).toEqual({ reason: 'Scegliere il motivo' });
  expect(await refused({ reason: String(fresh.id) })).toEqual({ note: 'Scrivere il motivo' });
  expect((await step(seller, 'cancel', contract, { reason: String(fresh.id), note: 'Un’altra auto' })).status).toBe(
    200,
  );
  expect((await read(contract.id)).canceledAt).not.toBeNull();
});

test('a move keeps at least one reason, and no reason is there twice', async () => {
  expect((await setReasons([])).body.fields).toHaveProperty('reasons');
  const twice = await setReasons([
    { label: 'Una volta', needsNote: false },
    { label: 'Una volta', needsNote: true },
  ]);
  expect(twice.body.fields).toEqual({ 'reasons.1.label': 'Questo motivo c’è già' });
});

test('the cost of the usual agency leaves margin III: by operation, province and day, seen with privilege 33 only', async () => {
  const fee = { operation: 'registration', province: '', from: '2026-01-01', cost: 60_00 };
  const agency = (changes: object) => ({ ...blankOf(agencyFields), name: 'Agenzia Verdi', usual: true, ...changes });
  const priced = async (as = manager) => {
    const body = draft(alfa, {});
    const { id } = (await call(as, 'POST /quotes', { body })).body;
    const { agencyCosts } = (await call(as, 'GET /quotes/:id/sheet', { params: { id } })).body;
    return { province: body.province, agencyCosts };
  };
  const { province } = await priced();
  const fees = [
    fee,
    { ...fee, province, cost: 45_00 },
    { ...fee, province, from: '2026-11-01', cost: 50_00 },
    { ...fee, province, from: '2027-01-01', cost: 70_00 },
  ];
  const made = await call(manager, 'POST /agencies', { body: agency({ fees }) });
  expect(made.status).toBe(201);
  expect((await priced()).agencyCosts).toEqual([
    { operation: 'registration', province: '', cost: 60_00 },
    { operation: 'registration', province, cost: 50_00 },
  ]);
  const seeing = await world.userWith('createQuotes', 'manageOwnQuotes');
  expect((await priced(seeing)).agencyCosts).toBeUndefined();
  const twice = await call(manager, 'POST /agencies', { body: agency({ name: 'Agenzia Due', fees: [fee, fee] }) });
  expect(twice.body.fields).toHaveProperty(['fees.1.from']);
});
