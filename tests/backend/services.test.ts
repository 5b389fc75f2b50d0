import { FEE_LIMIT } from '#domain/money.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { service } from '#tests/support/areas/services.ts';
import { importFile } from '#tests/support/imports.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { car, call, alfa } = world;
afterAll(() => world.close());

const keeper = await world.userWith('manageServices');
const reader = await world.userWith('seeServices');
const bands = [
  { kwTo: 85, kmTo: null, monthsTo: null, price: 390_00, cost: 210_00 },
  { kwTo: null, kmTo: 60_000, monthsTo: 36, price: 590_00, cost: 310_00 },
];
const create = async (code: string, changes = {}) =>
  (await call(keeper, 'POST /services', { body: { ...service, code, ...changes } })).body;
const one = async (id: number, as = keeper) => (await call(as, 'GET /services/:id', { params: { id } })).body;
const codes = async (query = {}) =>
  (await call(reader, 'GET /services', { query })).body.rows.map(({ code }: { code: string }) => code);

describe('a service', () => {
  test('keeps its bands in their order, and its names of makers and locations', async () => {
    const made = await create('GAR-1', { bands, makerIds: [car.makerId], locationIds: [alfa.locationId] });
    expect(made).toMatchObject({ version: 1, bands, tariff: '2 fasce', makers: ['Prova Motori'], archived: false });
    expect(made.locations).toHaveLength(1);
    expect(await create('GAR-2')).toMatchObject({ bands: [], tariff: 'Importo fisso', makers: [], locations: [] });
  });

  test('says at the field what does not fit', async () => {
    const fields = async (changes: object) =>
      (await call(keeper, 'POST /services', { body: { ...service, code: 'NO', ...changes } })).body.fields;
    expect(await fields({ bandsOnly: true })).toEqual({ bands: 'Inserire almeno una fascia' });
    expect(await fields({ usages: [] })).toEqual({ usages: 'Scegliere almeno un tipo di preventivo' });
    expect(await fields({ makerIds: [999_999] })).toEqual({ makerIds: 'Scegliere marche del catalogo' });
    expect(await fields({ locationIds: [world.beta.locationId] })).toEqual({
      locationIds: 'Scegliere sedi dell’azienda',
    });
    expect(await fields({ validFrom: '2026-02-01', validTo: '2026-01-01' })).toHaveProperty('validTo');
    expect(await fields({ bands: [{ ...bands[0], price: -1 }] })).toHaveProperty('bands.0.price');
  });

  test('says in which group it excludes others; warranties exclude those of the same provider without a word', async () => {
    const groups = { exclusiveGroup: ' Tagliandi ', makerIds: [] };
    await create('GRP-1', groups);
    await create('GRP-2', { ...groups, exclusiveGroup: 'tagliandi', kind: 'ext_warranty', provider: 'maker', months: 24 }); // prettier-ignore
    const { body } = await call(await world.userWith('createQuotes'), 'GET /quotes/sheets/:versionId', {
      params: { versionId: car.versionId },
    });
    const groupsOf = (list: 'services' | 'makerServices', code: string) =>
      body[list].find((item: { code: string }) => item.code === code).groups;
    expect(groupsOf('services', 'GRP-1')).toEqual(['tagliandi']);
    expect(groupsOf('makerServices', 'GRP-2')).toEqual(['ext_warranty maker', 'tagliandi']);
    expect(body.makerServices.find((item: { code: string }) => item.code === 'GRP-2').months).toBe(24);
    const file = await call(keeper, 'GET /services/export', { query: { format: 'csv', q: 'GRP-1' } });
    expect(String(file.body)).toContain('Gruppo esclusivo');
  });

  test('shows no cost of a band to who may not see costs', async () => {
    const { id } = await create('COST-1', { bands });
    expect((await one(id)).bands[0]).toHaveProperty('cost', 210_00);
    const shown = await one(id, reader);
    expect(shown.bands[0]).toEqual({ kwTo: 85, kmTo: null, monthsTo: null, price: 390_00 });
    expect(shown).not.toHaveProperty('cost');
    const file = await call(reader, 'GET /services/export', { query: { format: 'csv', q: 'COST-1' } });
    expect(String(file.body)).toContain('390,00');
    expect(String(file.body)).not.toContain('210,00');
  });

  test('is found by what it is, on what it is sold, and whether it is sold today', async () => {
    await create('OVER-1', { validTo: '2020-12-31', kind: 'protection', usages: ['b2b'] });
    expect(await codes({ valid: 'false' })).toEqual(['OVER-1']);
    expect(await codes({ valid: 'true' })).not.toContain('OVER-1');
    expect(await codes({ kind: 'protection' })).toEqual(['OVER-1']);
    expect(await codes({ usage: 'b2b' })).toEqual(['OVER-1']);
    expect(await codes({ q: 'over' })).toEqual(['OVER-1']);
  });
});

describe('a price change', () => {
  const reprice = (ids: number[], more = {}) =>
    call(keeper, 'POST /services/reprice', { body: { ids, percent: 10, ...more } });
  const undo = (id: number) => call(keeper, 'POST /services/batches/:id/undo', { params: { id } });

  test('is told before it is made, changes bands too, and is taken back to the cent', async () => {
    const before = await create('REP-1', { price: 9_99, bands });
    const told = (await reprice([before.id], { dryRun: true })).body;
    expect(told).toMatchObject({ changed: 1, batch: null, rows: [{ code: 'REP-1' }] });
    expect(told.rows[0].changes[0]).toEqual({ field: 'Prezzo', from: '9,99\u00a0€', to: '10,99\u00a0€' });
    expect(await one(before.id)).toEqual(before);

    const { batch } = (await reprice([before.id])).body;
    const after = await one(before.id);
    expect(after).toMatchObject({ version: 2, price: 10_99 });
    expect(after.bands.map(({ price }: { price: number }) => price)).toEqual([429_00, 649_00]);
    expect(after.bands[0]).toMatchObject({ kwTo: 85, cost: 210_00 });

    expect((await undo(batch)).body).toEqual({ restored: 1, removed: 0, kept: 0 });
    expect(await one(before.id)).toEqual({ ...before, version: 3 });
    expect((await undo(batch)).status).toBe(409);
    const events = (await call(keeper, 'GET /services/:id/timeline', { params: { id: before.id } })).body;
    expect(events.map(({ what }: { what: string }) => what)).toEqual([
      'ha annullato l’aggiornamento del prezzo',
      'ha aggiornato il prezzo',
      'ha creato il servizio',
    ]);
  });

  test('is not taken back where somebody changed the record since', async () => {
    const [a, b] = [await create('REP-2'), await create('REP-3')];
    const { batch } = (await reprice([a.id, b.id])).body;
    const changed = { ...service, code: 'REP-3', price: 1 };
    await call(keeper, 'PUT /services/:id', { params: { id: b.id }, version: 2, body: changed });
    expect((await undo(batch)).body).toEqual({ restored: 1, removed: 0, kept: 1 });
    expect([(await one(a.id)).price, (await one(b.id)).price]).toEqual([service.price, 1]);
  });

  test('is refused as a whole where an amount grows too large, and is no other company’s to take back', async () => {
    const made = await create('REP-4', { price: FEE_LIMIT });
    expect((await reprice([made.id])).body.fields.percent).toMatch('REP-4');
    const { batch } = (await reprice([(await create('REP-5')).id])).body;
    const other = await world.strangerWith('manageServices');
    expect((await call(other, 'POST /services/batches/:id/undo', { params: { id: batch } })).status).toBe(404);
  });
});

test('an exported file can be imported again without a change', async () => {
  await create('CSV-1', { bands, usages: ['new', 'b2b'], makerIds: [car.makerId], roles: ['Venditore'], months: 24 });
  const read = async () => (await call(keeper, 'GET /services', { query: { limit: 200 } })).body.rows;
  const before = await read();
  const file = await call(keeper, 'GET /services/export', { query: { format: 'csv' } });
  const report = await importFile(call, keeper, 'services', { csv: String(file.body) });
  expect(report).toMatchObject({ created: 0, updated: 0, unchanged: before.length, refused: 0, ignored: [] });
  expect(await read()).toEqual(before);
});

test('an import says which band or maker it cannot read', async () => {
  const csv =
    'Codice;Descrizione;Prezzo;Fasce;Marche\nA;x;1,00;un po’;\nB;x;1,00;;Ignota\nC;x;1,00;85 kW 2,00 € 1,00 €;';
  const body = await importFile(call, keeper, 'services', { csv });
  expect(body).toMatchObject({ created: 1, refused: 2 });
  expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
    'Fasce: «un po’» non si legge; usare la forma dell’esportazione, o cambiarlo nella scheda',
    'Marche: «Ignota» non trovata',
  ]);
});
