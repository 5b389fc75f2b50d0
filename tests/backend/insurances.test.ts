import { afterAll, expect, test } from 'vitest';
import { blankOf } from '#domain/record/fields.ts';
import { coverFields } from '#domain/insurances/fields.ts';
import { premiumOf } from '#domain/insurances/premium.ts';
import { insurance } from '#tests/support/areas/insurances.ts';
import { importFile } from '#tests/support/imports.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call } = world;
afterAll(() => world.close());

const keeper = await world.userWith('manageInsurances');
const reader = await world.userWith('seeInsurances');
const create = async (code: string, changes = {}) =>
  (await call(keeper, 'POST /insurances', { body: { ...insurance, code, ...changes } })).body;
const one = async (id: number, as = keeper) => (await call(as, 'GET /insurances/:id', { params: { id } })).body;
const line = (changes: object) => ({ ...blankOf(coverFields), ...changes });
const risk = { usage: 'new', value: 24_900_00, province: 'MI', months: 12, kw: 85, age: 0, financed: 0 } as const;

test('a product keeps its tariff, which makes the premium of the worked example', async () => {
  const zones = [{ name: 'Nord', provinces: 'MI MB', coefficient: 1, provincialTax: null }];
  const made = await create('FI-1', { zones, powers: [{ kwTo: null, coefficient: 1 }], durations: ['12', '36'] });
  expect(made).toMatchObject({ version: 1, guarantees: 'Furto e incendio', zones, durations: ['12', '36'] });
  expect(premiumOf(made, risk)).toMatchObject({ gross: 508_71, zone: 'Nord' });
});

test('says at the field what does not fit', async () => {
  const fields = async (changes: object) =>
    (await call(keeper, 'POST /insurances', { body: { ...insurance, code: 'NO', ...changes } })).body.fields;
  const zone = { name: 'X', provinces: 'MI ZZ', coefficient: 1, provincialTax: null };
  expect(await fields({ zones: [zone] })).toEqual({ 'zones.0.provinces': 'Provincia sconosciuta: ZZ' });
  expect(await fields({ zones: [{ ...zone, provinces: 'Milano' }] })).toHaveProperty(['zones.0.provinces']);
  expect(await fields({ durations: [] })).toEqual({ durations: 'Scegliere almeno una durata' });
  expect(await fields({ type: 'credit_protection' })).toHaveProperty(['covers.0.model']);
  expect(await fields({ covers: [line({ model: 'financed' })] })).toHaveProperty(['covers.0.model']);
  expect(await fields({ covers: [line({ model: 'matrix' })] })).toHaveProperty(['covers.0.cells']);
  expect(await fields({ minValue: 2, maxValue: 1 })).toHaveProperty('maxValue');
});

test('tells commissions to who manages them or sees margins only', async () => {
  const { id } = await create('COM-1', { commissionPercent: 15, rappelPercent: 2 });
  expect(await one(id)).toMatchObject({ commissionPercent: 15, rappelPercent: 2 });
  expect(await one(id, await world.userWith('seeInsurances', 'seeMargin'))).toMatchObject({ commissionPercent: 15 });
  const shown = await one(id, reader);
  expect(shown).not.toHaveProperty('commissionPercent');
  expect(shown).not.toHaveProperty('rappelPercent');
});

test('a price change raises premiums, rates and tables, and is taken back', async () => {
  const cells = [{ valueTo: null, months: 12, premium: 300_00 }];
  const covers = [
    line({ cover: 'theft_fire', model: 'rate', rate: 18, minimum: 50_00 }),
    line({ cover: 'glass', model: 'fixed', premium: 45_00 }),
    line({ cover: 'kasko', model: 'matrix', cells }),
  ];
  const before = await create('REP-1', { covers });
  const reprice = { ids: [before.id], percent: 5 };
  const { batch } = (await call(keeper, 'POST /insurances/reprice', { body: reprice })).body;
  const after = await one(before.id);
  expect(after.covers).toMatchObject([
    { rate: 18.9, minimum: 52_50 },
    { premium: 47_25 },
    { cells: [{ valueTo: null, months: 12, premium: 315_00 }] },
  ]);
  await call(keeper, 'POST /insurances/batches/:id/undo', { params: { id: batch } });
  expect((await one(before.id)).covers).toEqual(before.covers);
});

test('are found by type, insurer and validity; an import keeps the tariff', async () => {
  const { id } = await create('OLD-1', { insurer: 'Vecchia', validTo: '2020-12-31' });
  const codes = async (query: Record<string, unknown>) =>
    (await call(reader, 'GET /insurances', { query })).body.rows.map(({ code }: { code: string }) => code);
  expect(await codes({ valid: 'false' })).toEqual(['OLD-1']);
  expect(await codes({ insurer: 'Vecchia' })).toEqual(['OLD-1']);
  expect(await codes({ type: 'rca' })).toEqual([]);
  expect((await call(reader, 'GET /insurances/insurers', {})).body).toContain('Vecchia');
  const csv = 'Codice;Prodotto;Compagnia;Tipo\nOLD-1;Nuovo nome;Vecchia;CVT\nOLD-1;;;';
  const body = await importFile(call, keeper, 'insurances', {
    csv: csv.replace('CVT', 'Furto, incendio e kasko (CVT)'),
  });
  expect(body).toMatchObject({ updated: 1, refused: 0, joined: 1 });
  expect(await one(id)).toMatchObject({ name: 'Nuovo nome', covers: insurance.covers });
});

test('an exported file can be imported again without a change, and with another name', async () => {
  const covers = [{ ...insurance.covers[0]!, conditions: 'Scoperto 10 %; minimo 500 €' }];
  await create('GIRO-1', { covers });
  const read = async () => (await call(keeper, 'GET /insurances', { query: { limit: 200 } })).body.rows;
  const before = await read();
  const csv = String((await call(keeper, 'GET /insurances/export', { query: { format: 'csv' } })).body);
  const send = (csv: string) => importFile(call, keeper, 'insurances', { csv });
  expect(await send(csv)).toMatchObject({ unchanged: before.length, updated: 0, refused: 0 });
  expect(await read()).toEqual(before);
  const renamed = csv.replace(`GIRO-1;${insurance.name};`, 'GIRO-1;Altro nome;');
  expect(await send(renamed)).toMatchObject({ refused: 0 });
  expect((await read()).find(({ code }: { code: string }) => code === 'GIRO-1')).toMatchObject({
    name: 'Altro nome',
    covers,
  });
});
