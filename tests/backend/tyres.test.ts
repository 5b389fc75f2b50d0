import { afterAll, describe, expect, test } from 'vitest';
import { importFile } from '#tests/support/imports.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';
import { tyre as base } from '#tests/support/areas/tyres.ts';

const world = await makeWorld(await testDatabase());
const { call } = world;
afterAll(() => world.close());

const keeper = await world.userWith('manageTyres');
const reader = await world.userWith('seeTyres', 'seeMargin');
const create = async (code: string, changes = {}) =>
  (await call(keeper, 'POST /tyres', { body: { ...base, code, ...changes } })).body;
const list = async (query = {}) => (await call(reader, 'GET /tyres', { query: { limit: 200, ...query } })).body;
const codes = async (query = {}) => (await list(query)).rows.map(({ code }: { code: string }) => code);
const send = (csv: string, dryRun = false) => importFile(call, keeper, 'tyres', { csv, dryRun });

describe('records', () => {
  test('have size and label in one line, and an activity in words', async () => {
    const made = await create('T-1', { build: 'xl', fuelClass: 'C', wetClass: 'B', noiseDb: 71, noiseClass: 'B' });
    expect(made).toMatchObject({ version: 1, size: '205/55 R16 91V XL', label: 'C · B · 71 dB B', archived: false });
    const changed = { ...base, code: 'T-1', rim: 17, season: 'winter', price: 9990 };
    await call(keeper, 'PUT /tyres/:id', { params: { id: made.id }, version: 1, body: changed });
    const events = (await call(reader, 'GET /tyres/:id/timeline', { params: { id: made.id } })).body;
    expect(events[0]).toMatchObject({ what: 'ha modificato lo pneumatico' });
    expect(events[0].changes).toEqual(
      expect.arrayContaining([
        { field: 'Misura', from: '205/55 R16 91V XL', to: '205/55 R17 91V' },
        { field: 'Stagione', from: 'Estivo', to: 'Invernale' },
        { field: 'Prezzo', from: '123,45\u00a0€', to: '99,90\u00a0€' },
      ]),
    );
  });

  test('refuse at the field what is no tyre', async () => {
    const fields = async (changes: object) =>
      (await call(keeper, 'POST /tyres', { body: { ...base, code: 'T-2', ...changes } })).body.fields;
    expect(await fields({ width: 20 })).toEqual({ width: 'Inserire un numero da 105 a 395' });
    expect(await fields({ load: 'molto' })).toEqual({ load: 'Inserire un indice di carico, per esempio 91' });
    expect(await fields({ pfu: 'Z9' })).toEqual({ pfu: 'Categoria PFU: A1, B1, C1, C2' });
    expect(await fields({ brand: ' ' })).toEqual({ brand: 'Inserire la marca' });
    await create('T-3');
    expect(await fields({ code: 'T-3' })).toEqual({ code: 'Questo codice è già usato' });
  });

  test('are found by size however it is typed, and by season, rim and brand', async () => {
    await create('F-1', { width: 225, ratio: 40, rim: 18, brand: 'Borea', season: 'winter' });
    await create('F-2', { width: 225, ratio: 45, rim: 17, brand: 'Borea' });
    for (const q of ['225/40 R18', '2254018', '225 40 18', '225/40ZR18 91v', '225/40', 'borea 225/40 r18'])
      expect(await codes({ q }), q).toEqual(['F-1']);
    expect(await codes({ brand: 'Borea' })).toEqual(['F-1', 'F-2']);
    expect(await codes({ brand: 'Borea', season: 'winter' })).toEqual(['F-1']);
    expect(await codes({ rim: 17, brand: 'Borea' })).toEqual(['F-2']);
    expect((await call(reader, 'GET /tyres/brands')).body).toEqual(expect.arrayContaining(['Borea']));
  });

  test('an archived one leaves the list; prices change by a percentage', async () => {
    const { id } = await create('A-1', { price: 10_000 });
    expect((await call(keeper, 'POST /tyres/reprice', { body: { ids: [id], percent: 2.5 } })).body).toMatchObject({
      changed: 1,
    });
    const archive = { params: { id }, version: 2, body: { archived: true } };
    expect((await call(keeper, 'PUT /tyres/:id/archived', archive)).body).toMatchObject({
      price: 10_250,
      archived: true,
    });
    expect(await codes()).not.toContain('A-1');
    expect(await codes({ archived: 'true' })).toEqual(['A-1']);
  });
});

describe('spreadsheets', () => {
  const csv = [
    'Codice;Marca;Modello;Misura;Stagione;Consumo;Prezzo;PFU',
    'I-1;Borea;Nevosa;2055516 91H;invernale;c;89,90;',
    'I-2;Litorale;Quattro;195/75 R16C 107/105R;Quattro stagioni;C;126;C1',
    'I-3;Borea;Nevosa;enorme;Invernale;C;80;',
    'I-4;Borea;Nevosa;205/55 R16 91H;d’autunno;C;80;',
    'I-5;Borea;Nevosa;;Invernale;C;80;',
    'I-6;Borea;Nevosa;205/55 R16 91H;;C;80;',
  ].join('\n');

  test('rows are read with their sizes; what cannot be read is told by line', async () => {
    const expected = {
      // A class in small letters is the class.
      created: 2,
      updated: 0,
      refused: 4,
      ignored: [],
      errors: [
        { row: 4, message: 'Misura: «enorme» non è una misura come 205/55 R16 91V' },
        { row: 5, message: 'Stagione: «d’autunno» non è tra Estivo, Invernale, Quattro stagioni' },
        { row: 6, message: 'Misura: manca' },
        { row: 7, message: 'Stagione: manca' },
      ],
    };
    expect(await send(csv, true)).toMatchObject(expected);
    expect(await codes({ q: 'litorale' })).toEqual([]);
    expect(await send(csv)).toMatchObject(expected);
    expect((await list({ q: 'I-2' })).rows).toMatchObject([
      { size: '195/75 R16C 107/105R', build: 'c', season: 'allSeason', price: 12_600, pfu: 'C1', cost: 0 },
    ]);
  });

  test('an exported file can be imported again without a change', async () => {
    const before = await list();
    const file = await call(reader, 'GET /tyres/export', { query: { format: 'csv' } });
    expect(file.headers.get('content-disposition')).toContain('pneumatici-2026-11-20.csv');
    expect(await send(String(file.body))).toMatchObject({ unchanged: before.total, refused: 0, state: 'done' });
    expect((await list()).rows).toEqual(before.rows);
  });

  test('a column alone changes only itself', async () => {
    await send('Codice;Prezzo\nI-2;130');
    expect((await list({ q: 'I-2' })).rows).toMatchObject([{ price: 13_000, season: 'allSeason', brand: 'Litorale' }]);
  });
});
