import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { dayInRome } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import { ipt } from '#domain/quotes/sheet/ipt.ts';
import { fiscalFields, fiscalParts } from '#domain/preferences/fiscal.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call, car, clock, query } = world;
afterAll(() => world.close());
const start = clock.now;
beforeEach(() => (clock.now = start));

const manager = await world.user(901, EVERY);
const other = await world.user(902, EVERY);
const maker = await world.user(10, EVERY);
const read = async (as = manager) => (await call(as, 'GET /preferences/fiscal')).body;
const save = async (changes: object, from: string) => {
  const { version, periods } = await read();
  return call(manager, 'PUT /preferences/fiscal', { version, body: { ...periods[0].values, ...changes, from } });
};
const params = async (as = manager) =>
  (await call(as, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } })).body.params;

test('every fiscal fact of the table has its field on the page, once, beside the tax of vans, which only regions set', async () => {
  const national = (await query('select distinct key from fiscal_params')).map(({ key }) => key as string);
  const keys = [...national, ...[4, 8, 15, 30, 'above'].map((band) => `bollo_van_${band}`)].toSorted();
  expect(Object.keys(blankOf(fiscalFields)).toSorted()).toEqual(keys);
  expect(fiscalParts.flatMap((part) => part.keys).toSorted()).toEqual(keys);
});

test('a company’s own value prices its quotes from its day on, and nobody else’s', async () => {
  const before = await params();
  expect((await save({ tyre_fee: 400, ipt_fixed: 160_00 }, '2026-12-01')).status).toBe(200);
  expect(await params()).toEqual(before);
  clock.now = new Date('2026-12-01T09:00:00Z');
  expect(await params()).toMatchObject({ tyreFee: 400, iptFixed: 160_00 });
  expect(await params(other)).toMatchObject({ tyreFee: before.tyreFee, iptFixed: before.iptFixed });
  const { since } = await read();
  expect(since.find(({ key }: { key: string }) => key === 'tyre_fee')).toEqual({
    key: 'tyre_fee',
    from: '2026-12-01',
    own: true,
    national: 305,
  });
  expect((await call(manager, 'GET /financials/taxes')).status).toBe(200);
});

test('the yearly tax of vans is there for the payloads that the company has typed, until it takes one away', async () => {
  const vans = async () => (await params()).roadTax.vans;
  const none = [4, 8, 15, 30, null].map((quintals) => ({ quintals, amount: null }));
  expect(await vans()).toEqual(none);
  expect((await save({ bollo_van_8: 24_80 }, '2026-11-20')).status).toBe(200);
  expect((await vans())[1]).toEqual({ quintals: 8, amount: 24_80 });
  clock.now = new Date('2026-11-22T09:00:00Z');
  expect((await save({ bollo_van_8: null }, '2026-11-22')).status).toBe(200);
  expect(await vans()).toEqual(none);
});

test('values that national ones had taken over stayed taken over when own ones came to last', async () => {
  const national = await read(other);
  await query(
    `insert into params (company_id, key, valid_from, value)
     select 902, 'fiscal.' || key, valid_from - 1, to_jsonb(value + 1) from fiscal_params where valid_from <= $1`,
    [dayInRome(clock.now)],
  );
  expect(await read(other)).not.toEqual(national);
  await query(readFileSync('backend/db/migrations/0998_overtaken_values.sql', 'utf8'));
  const { periods, since } = await read(other);
  expect([periods[0].values, since]).toEqual([national.periods[0].values, national.since]);
  await query("delete from params where company_id = 902 and key like 'fiscal.%'");
});

describe('national values', () => {
  const readNational = async () => (await call(maker, 'GET /network/fiscal')).body;
  const setNational = async (changes: object, from: string) => {
    const { version, periods } = await readNational();
    return call(maker, 'PUT /network/fiscal', { version, body: { ...periods[0].values, ...changes, from } });
  };
  const dt = async (as = manager) => {
    const rows = (await params(as)).registration as { label: string; amount: number }[];
    return rows.find(({ label }) => label === 'Diritti Motorizzazione')!.amount;
  };

  test('a new one holds from its day for every company without its own, which stays until the company takes it back', async () => {
    await save({ registration_dt: 1111 }, '2026-11-20');
    const before = await dt(other);
    const sent = await setNational({ registration_dt: 1250, source: 'DM 12 gennaio 2027' }, '2027-01-01');
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect([await dt(), await dt(other)]).toEqual([1111, before]);
    clock.now = new Date('2027-01-02T09:00:00Z');
    expect([await dt(), await dt(other)]).toEqual([1111, 1250]);
    const { since } = (await read()) as { since: { key: string }[] };
    expect(since.find(({ key }) => key === 'registration_dt')).toMatchObject({ own: true, national: 1250 });
    const own = async () =>
      (await readNational()).touched.own.find(({ key }: { key: string }) => key === 'registration_dt');
    expect(await own()).toMatchObject({ companies: 1 });
    expect((await save({ registration_dt: 1250 }, '2027-01-02')).status).toBe(200);
    expect(await own()).toBeUndefined();
    const later = await setNational({ registration_dt: 1300, source: 'DM 3 febbraio 2027' }, '2027-02-04');
    expect(later.status, JSON.stringify(later.body)).toBe(200);
    clock.now = new Date('2027-02-05T09:00:00Z');
    expect([await dt(), await dt(other)]).toEqual([1300, 1300]);
    const told = (await readNational()).since.find(({ key }: { key: string }) => key === 'registration_dt');
    expect(told).toEqual({ key: 'registration_dt', from: '2027-02-04', source: 'DM 3 febbraio 2027' });
  });

  test('a company that changes one value keeps the national ones that begin before its day', async () => {
    const sent = await setNational({ communication_stamp: 250, source: 'Legge di bilancio 2027' }, '2027-03-01');
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect((await save({ contract_stamp: 1750 }, '2027-03-02')).status).toBe(200);
    clock.now = new Date('2027-03-02T09:00:00Z');
    const { periods } = await read();
    expect(periods[0].values).toMatchObject({ communication_stamp: 250, contract_stamp: 1750 });
    const [last] = (await call(manager, 'GET /preferences/fiscal/timeline')).body as [{ changes: { field: string }[] }];
    const told = last.changes.map(({ field }) => field);
    expect(told).toContain(fiscalFields.contract_stamp.label);
    expect(told).not.toContain(fiscalFields.communication_stamp.label);
  });

  test('a second source of one day stands beside that of the values which stay', async () => {
    const set = async (changes: object) => {
      const { status, body } = await setNational({ tyre_fee: 311, ...changes }, '2027-05-01');
      return [status, ...Object.keys(body.fields ?? {})];
    };
    expect(await set({ source: 'Ecopneus 2027' })).toEqual([200]);
    expect(await set({ contract_stamp: 1850, source: 'Decreto bolli' })).toEqual([422, 'source']);
    expect(await set({ contract_stamp: 1850, source: 'Ecopneus 2027; decreto bolli' })).toEqual([200]);
    // Words alone may be mended.
    expect(await set({ contract_stamp: 1850, source: 'Ecopneus, decreto bolli' })).toEqual([200]);
  });

  test('they are refused for the past and without a source of their own', async () => {
    const late = await setNational({ tyre_fee: 310, source: 'Ecopneus 2026' }, '2026-11-01');
    expect([late.status, Object.keys(late.body.fields)]).toEqual([422, ['from']]);
    const bare = await setNational({ tyre_fee: 310, source: '' }, '2026-12-01');
    expect([bare.status, Object.keys(bare.body.fields)]).toEqual([422, ['source']]);
    expect((await setNational({ tyre_fee: 310, source: 'Ecopneus 2027' }, '2027-04-01')).status).toBe(200);
    clock.now = new Date('2027-04-02T09:00:00Z');
    const same = await setNational({ tyre_fee: 320 }, '2027-04-03');
    expect([same.status, Object.keys(same.body.fields)]).toEqual([422, ['source']]);
  });
});

test('the history tells who changed what, and an impossible value is refused at its field', async () => {
  await save({ contract_stamp: 1700 }, '2026-11-20');
  const [last] = (await call(manager, 'GET /preferences/fiscal/timeline')).body;
  expect(last.changes).toContainEqual({
    field: 'Bollo sul contratto di finanziamento',
    from: '16,00\u00a0€',
    to: '17,00\u00a0€',
  });
  const wrong = await save({ tax_rate: 120 }, '2026-11-20');
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['tax_rate']]);
});

describe('province rules', () => {
  const provinces = async (as = manager) => (await call(as, 'GET /preferences/provinces')).body;
  const rule = (province: string, iptPercent: number, more: object = {}) => ({ province, iptPercent, fixedForVatDeeds: false, fuelRules: [], reason: 'Delibera provinciale', ...more }); // prettier-ignore
  const set = async (rules: object[], from: string, as = manager) =>
    call(as, 'PUT /preferences/provinces', { version: (await provinces(as)).version, body: { rules, from } });
  const taxed = async (code: string, as = manager) => {
    const sheet = (await call(as, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } })).body;
    const province = sheet.provinces.find((one: { code: string }) => one.code === code);
    return [
      province.iptPercent,
      ipt({ kw: 85, category: 'M1', payload: null, fuel: 'petrol' }, province, sheet.params),
    ];
  };

  test('rules of a company hold from their day on, for nobody else, until it ends them', async () => {
    expect(await taxed('MI')).toEqual([30, 388_00]);
    expect((await set([rule('MI', 20)], '2026-12-01')).status).toBe(200);
    expect(await taxed('MI')).toEqual([30, 388_00]);
    clock.now = new Date('2026-12-01T09:00:00Z');
    expect([await taxed('MI'), await taxed('MI', other)]).toEqual([[20, 358_00], [30, 388_00]]); // prettier-ignore
    expect((await set([], '2026-12-05')).status).toBe(200);
    clock.now = new Date('2026-12-06T09:00:00Z');
    expect(await taxed('MI')).toEqual([30, 388_00]);
    const told = JSON.stringify((await call(manager, 'GET /preferences/provinces/timeline')).body);
    expect(told).toContain('Delibera provinciale');
  });

  test('rules that lie ahead are taken back; over another version nothing is saved', async () => {
    const { version } = await provinces();
    await set([rule('GE', 0)], '2027-01-01');
    const stale = await call(manager, 'PUT /preferences/provinces', {
      version,
      body: { rules: [], from: '2027-01-01' },
    });
    expect(stale.status).toBe(412);
    const back = await call(manager, 'POST /preferences/provinces/unschedule', { version: (await provinces()).version, body: { from: '2027-01-01' } }); // prettier-ignore
    expect(back.status).toBe(200);
  });

  test('rules of the manufacturer are the national ones; a company’s own goes before', async () => {
    const maker = await world.user(10, EVERY);
    expect((await set([rule('TO', 10)], '2026-11-20', maker)).status).toBe(200);
    expect([await taxed('TO'), await taxed('TO', other)]).toEqual([[10, 328_00], [10, 328_00]]); // prettier-ignore
    await set([rule('TO', 0, { fuelRules: [{ fuels: ['petrol'], percent: 50 }] })], '2026-11-20');
    expect([await taxed('TO'), await taxed('TO', other)]).toEqual([[0, 149_00], [10, 328_00]]); // prettier-ignore
  });

  test('keep the fixed tax of deeds with VAT in Aosta, Bolzano and Trento, and want a reason', async () => {
    const { national } = await provinces();
    const fixed = national.filter((one: { fixedForVatDeeds: boolean }) => one.fixedForVatDeeds);
    expect(fixed.map(({ code }: { code: string }) => code).toSorted()).toEqual(['AO', 'BZ', 'TN']);
    const wrong = await set([rule('ZZ', 40, { reason: '' })], '2026-11-20');
    expect([wrong.status, Object.keys(wrong.body.fields).toSorted()]).toEqual([422, ['rules.0.iptPercent', 'rules.0.reason']]); // prettier-ignore
    expect((await set([rule('ZZ', 10)], '2026-11-20')).body.fields).toEqual({
      'rules.0.province': 'Scegliere la provincia',
    });
  });
});
