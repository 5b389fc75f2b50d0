import { inflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { importFile, workAt } from '#tests/support/imports.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accessory } from '#tests/support/areas/accessories.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { car, call } = world;
afterAll(() => world.close());

const keeper = await world.userWith('manageAccessories');
const reader = await world.userWith('seeAccessories', 'seeMargin');
const create = async (code: string, changes = {}) =>
  (await call(keeper, 'POST /accessories', { body: { ...accessory, code, ...changes } })).body;
const list = async (query = {}) => (await call(reader, 'GET /accessories', { query: { limit: 200, ...query } })).body;

describe('import', () => {
  const work = (id: number) => workAt(world.outside, keeper, id);
  const send = (csv: string, dryRun: boolean) => importFile(call, keeper, 'accessories', { csv, dryRun, work });
  const one = async (code: string) => (await list({ q: code })).rows.find((row: { code: string }) => row.code === code);
  const csv = [
    'codice;Descrizione;PREZZO;Costo;IVA;Minuti;Disponibile;Marca;Modello;Attivo dal',
    'IMP-1;"Barre; ""lunghe""";1.234,56;800,5;22;45;Sì;Prova Motori;lampo;01/02/2026',
    'IMP-2;Portabici;€ 99;;;;no;;;2026-03-01',
    '',
    'IMP-3;Senza prezzo;;;;;;;;',
    'IMP-4;Marca ignota;10;;;;;Fantasia;;',
    'IMP-5;Numero strano;dieci;;;;;;;',
    'IMP-7;Percentuale;10%;;;;;;;',
    'IMP-6;Data strana;10;;;;;;;31/02/2026',
    ';Senza codice;10;;;;;;;',
    'IMP-1;Ripetuto;10;;;;;;;',
  ].join('\r\n');

  test('a dry run reports and changes nothing; the real one saves the good rows', async () => {
    const expected = {
      created: 3,
      updated: 0,
      refused: 5,
      joined: 1,
      ignored: [],
      errors: [
        { row: 5, message: 'Prezzo: manca' },
        { row: 6, message: 'Marca: «Fantasia» non è nel catalogo' },
        { row: 7, message: 'Prezzo: «dieci» non è un numero' },
        { row: 8, message: 'Prezzo: «10%» non è un numero' },
        { row: 10, message: 'Inserire il codice' },
      ],
    };
    expect(await send(csv, true)).toMatchObject({ ...expected, state: 'ready' });
    expect(await one('IMP-1')).toBeUndefined();
    expect(await send(csv, false)).toMatchObject(expected);
    expect(await one('IMP-1')).toMatchObject({
      description: 'Barre; "lunghe"',
      price: 123456,
      cost: 80050,
      fittingMinutes: 45,
      inStock: true,
      fits: 'Prova Motori Lampo',
      activeFrom: '2026-02-01',
    });
    expect(await one('IMP-2')).toMatchObject({
      price: 9900,
      cost: 0,
      taxRate: 22,
      inStock: false,
      fits: 'Tutti',
      activeFrom: '2026-03-01',
    });
    // A day that it may lack is left empty.
    expect(await one('IMP-6')).toMatchObject({ price: 1000, activeFrom: null });
  });

  test('a second time it updates; columns that are not there keep their values', async () => {
    expect(await send('Prezzo\tCodice\n"1,300.00"\tIMP-1\n15.5\tIMP-2', false)).toMatchObject({
      created: 0,
      updated: 2,
      refused: 0,
      errors: [],
      ignored: [],
    });
    expect(await one('IMP-1')).toMatchObject({
      price: 130000,
      cost: 80050,
      description: 'Barre; "lunghe"',
      fits: 'Prova Motori Lampo',
      version: 2,
    });
    expect(await one('IMP-2')).toMatchObject({ price: 1550, inStock: false });
  });

  test('the second of two imports at once finds what the first has made', async () => {
    // The first is still at work when the second looks for its codes.
    await world.query(`create function slow() returns trigger language plpgsql as
      'begin perform pg_sleep(0.3); return new; end';
      create trigger slow before insert on accessories for each statement execute function slow()`);
    const both = await Promise.all(
      [10, 20].map((price) => send(`Codice;Descrizione;Prezzo\nCONTEMP-1;Uno;${price}\nCONTEMP-2;Due;${price}`, false)),
    );
    expect(both.map(({ created, updated }) => [created, updated]).toSorted()).toEqual([
      [0, 2],
      [2, 0],
    ]);
    expect(await one('CONTEMP-1')).toMatchObject({ version: 2 });
    await world.query('drop function slow cascade');
  });

  test.each([
    ['with open quotes', 'Codice;Descrizione\nX;"Barre;corte\nY;Box', 'Alla riga 2 si aprono virgolette'],
    ['of too many rows', `Codice\n${'X\n'.repeat(50_001)}`, 'Al massimo 50.000 righe'],
    ['of too many columns', `Codice${';x'.repeat(200)}\nX`, 'Al massimo 200 colonne'],
    ['of too many letters', `Codice\n${'x'.repeat(20_001)}`, 'più di 20.000 caratteri'],
    ['without anything', '', 'Il file è vuoto'],
    ['without rows', 'Codice;Prezzo\n', 'Nel file non c’è nessuna riga'],
  ])('a file %s is refused', async (_, csv, message) => {
    expect((await send(csv, true)).fields.file).toContain(message);
  });

  test('an import tells what would be read wrongly: values without a column, columns without a meaning, half answers', async () => {
    const text =
      'Codice,Descrizione,Disponibile,Prezo,Prezzo,IVA\nSTR-1,Box,forse,,10,22%\nSTR-2,Box,,,12,50,22\nSTR-3,Box,NO,,12,22%,,';
    expect(await send(text, false)).toMatchObject({
      created: 1,
      updated: 0,
      refused: 2,
      errors: [
        { row: 2, message: 'Disponibile: «forse» non è Sì o No' },
        { row: 3, message: 'Più valori che colonne: mettere tra virgolette quelli con il separatore' },
      ],
      ignored: ['Prezo'],
    });
    expect(await one('STR-3')).toMatchObject({ inStock: false, price: 1200, taxRate: 22 });
  });

  test('the model stays where the file says nothing of it and the maker is the same', async () => {
    await create('MOD-1', { makerId: car.makerId, modelId: car.modelId });
    await send('Codice;Descrizione;Marca\nMOD-1;Altra;Prova Motori', false);
    expect(await one('MOD-1')).toMatchObject({ fits: 'Prova Motori Lampo', version: 2 });
  });

  test('each of many rows is saved, and of many wrong ones the first are told, with their number', async () => {
    const rows = Array.from({ length: 1002 }, (_, index) => `MOLTI-${index};Prova molti;1`);
    const wrong = Array.from({ length: 501 }, (_, index) => `SENZA-${index};Senza;`);
    const { errors, ...report } = await send(`Codice;Descrizione;Prezzo\n${[...rows, ...wrong].join('\n')}`, false);
    expect(report).toMatchObject({ created: 1002, updated: 0, refused: 501, ignored: [] });
    expect(errors).toHaveLength(500);
    expect(errors[0]).toEqual({ row: 1004, message: 'Prezzo: manca' });
    expect((await list({ q: 'prova molti' })).total).toBe(1002);
  });

  test('stands in the activity with what it changed', async () => {
    const { id } = await create('ATT-1', { price: 1000 });
    await send('Codice;Prezzo\nATT-1;12', false);
    const [last] = (await call(reader, 'GET /accessories/:id/timeline', { params: { id } })).body;
    expect(last).toMatchObject({
      what: 'ha importato l’accessorio',
      changes: [{ field: 'Prezzo', from: '10,00\u00a0€', to: '12,00\u00a0€' }],
    });
  });

  test('touches nothing of another company with the same codes', async () => {
    const stranger = await world.strangerWith('manageAccessories');
    const theirs = (await call(stranger, 'POST /accessories', { body: { ...accessory, code: 'PARI-1' } })).body;
    expect(await send('Codice;Descrizione;Prezzo\nPARI-1;Nostro;1', false)).toMatchObject({ created: 1, updated: 0 });
    expect(
      (await call(await world.strangerWith('seeAccessories', 'seeMargin'), 'GET /accessories/:id', { params: theirs }))
        .body,
    ).toEqual(theirs);
  });
});

describe('export', () => {
  const nasty = ['=1+1', '+39 02', '-5', '@SUM(A1)', '\tTab', 'Però "così"; 1 €', 'riga\ndoppia'];
  const file = async (format: 'csv' | 'xlsx') => {
    const answer = await call(reader, 'GET /accessories/export', { query: { format, q: 'esportato' } });
    return { text: String(answer.body), bytes: answer.body as Buffer, headers: answer.headers };
  };

  test('CSV opens in an Italian spreadsheet and starts no formula', async () => {
    for (const [index, text] of nasty.entries()) await create(`ESP-${index}`, { description: `${text} esportato` });
    await create('=cmd|1', {
      description: 'esportato',
      price: 123456,
      cost: 5000,
      fittingMinutes: 30,
      activeFrom: '2026-01-31',
    });
    const { text, headers } = await file('csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('accessori-2026-11-20.csv');
    expect(
      text.startsWith(
        '\uFEFFCodice;Descrizione;Marca;Modello;Prezzo;Costo;IVA;Minuti;Disponibile;Attivo dal;Attivo al\r\n',
      ),
    ).toBe(true);
    expect(text).toContain("'=cmd|1;esportato;;;1234,56;50,00;22;30;Sì;31/01/2026;\r\n");
    expect(text).toContain('"Però ""così""; 1 € esportato"');
    for (const cell of text.split(/[;\r\n]+/)) expect(cell).not.toMatch(/^"?[=+@]|^"?-\d*[^\d,-]/);
  });

  test('an exported file can be imported again without a change', async () => {
    const before = await list({ q: 'esportato' });
    const { text } = await file('csv');
    const body = await importFile(call, keeper, 'accessories', { csv: text });
    expect(body).toMatchObject({
      updated: 0,
      unchanged: before.total,
      refused: 0,
      errors: [],
      rows: [],
      state: 'done',
    });
    expect((await list({ q: 'esportato' })).rows).toEqual(before.rows);
  });

  test('is recorded with who took how much, of quotes too', async () => {
    const taker = await world.userWith('seeAccessories', 'createQuotes', 'seeAllQuotes');
    const { total } = await list({ q: 'esportato' });
    await call(taker, 'GET /accessories/export', { query: { format: 'xlsx', q: 'esportato' } });
    await call(taker, 'GET /quotes/export', { query: { format: 'csv' } });
    const recorded = `select e.entity, f.facts -> 'after' as after from audit_events e
      join audit_facts f on f.company_id = e.company_id and f.event_id = e.id
      where e.action = 'export' and e.user_id = $1 order by e.id`;
    expect(await world.query(recorded, [taker.id])).toEqual([
      { entity: 'accessories', after: { rows: total, format: 'xlsx' } },
      { entity: 'quotes', after: { rows: 0, format: 'csv' } },
    ]);
  });

  test('XLSX has typed cells and no formula', async () => {
    const { bytes } = await file('xlsx');
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    const sheet = unzip(bytes, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toContain('<f>');
    expect(sheet).toMatch(/<c [^>]*><v>1234\.56<\/v><\/c>/);
    // 31 January 2026, a whole day in any zone.
    expect(sheet).toMatch(/<c [^>]*><v>46053<\/v><\/c>/);
    expect(sheet).toMatch(/t="inlineStr"><is><t [^>]*>=1\+1 esportato</);
  });
});

/** One file of a ZIP, by its central directory. */
function unzip(zip: Buffer, name: string): string {
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4)) {
    const [method, size, nameLength, offset] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ];
    if (zip.subarray(at + 46, at + 46 + nameLength).toString() !== name) continue;
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const data = zip.subarray(start, start + size);
    return (method === 0 ? data : inflateRawSync(data)).toString();
  }
  throw new Error(`${name} is not in the file`);
}

describe('an import that is looked at and taken back', () => {
  const send = (csv: string, dryRun = false) => importFile(call, keeper, 'accessories', { csv, dryRun });
  const undo = (id: number) => call(keeper, 'POST /imports/:id/undo', { params: { id } });
  const find = async (code: string) =>
    (await list({ q: code })).rows.find((row: { code: string }) => row.code === code);

  test('tells everything that is wrong with a row at once', async () => {
    const csv =
      'Codice;Descrizione;Prezzo;IVA;Disponibile;Marca\nTUTTO-1;;dieci;;forse;Fantasia\nTUTTO-2;x;1;22;;\nTUTTO-2;;2;;;';
    expect((await send(csv, true)).errors).toEqual([
      {
        row: 2,
        message:
          'Prezzo: «dieci» non è un numero; Disponibile: «forse» non è Sì o No; Marca: «Fantasia» non è nel catalogo; Inserire la descrizione',
      },
    ]);
  });

  test('shows what it changes before it does, and leaves alone what says nothing new', async () => {
    await create('VEDI-1', { price: 1000 });
    const same = await create('VEDI-2', { price: 2000 });
    const csv = 'Codice;Descrizione;Prezzo;Marca\nVEDI-3;Nuovo;3;\nVEDI-2;;20;\nVEDI-1;;12;Prova Motori';
    const rows = [
      {
        code: 'VEDI-1',
        isNew: false,
        changes: [
          { field: 'Marca', from: '—', to: 'Prova Motori' },
          { field: 'Prezzo', from: '10,00\u00a0€', to: '12,00\u00a0€' },
        ],
      },
      {
        code: 'VEDI-3',
        isNew: true,
        // Of a new one what the file says of it, as it was read.
        changes: [
          { field: 'Codice', from: '', to: 'VEDI-3' },
          { field: 'Descrizione', from: '', to: 'Nuovo' },
          { field: 'Prezzo', from: '', to: '3,00\u00a0€' },
        ],
      },
    ];
    expect(await send(csv, true)).toMatchObject({ created: 1, updated: 1, unchanged: 1, rows, state: 'ready' });
    expect(await send(csv)).toMatchObject({ created: 1, updated: 1, unchanged: 1, rows, state: 'done' });
    expect((await find('VEDI-2')).version).toBe(same.version);
  });

  test('is taken back once: changed records are as before, new ones gone, those touched since stay and are counted', async () => {
    const before = await create('RIPRENDI-1', { price: 1000, makerId: car.makerId });
    const touched = await create('RIPRENDI-2', { price: 1000 });
    const csv =
      'Codice;Descrizione;Prezzo\nRIPRENDI-1;Altro;12\nRIPRENDI-2;Altro;12\nRIPRENDI-3;Nuovo;3\nRIPRENDI-4;Nuovo;3';
    const { id } = await send(csv);
    await call(keeper, 'PUT /accessories/:id', {
      params: { id: touched.id },
      version: 2,
      body: { ...accessory, code: 'RIPRENDI-2', price: 7 },
    });
    const made = await find('RIPRENDI-4');
    await call(keeper, 'PUT /accessories/:id', {
      params: { id: made.id },
      version: 1,
      body: { ...accessory, code: 'RIPRENDI-4', price: 8 },
    });
    expect((await undo(id)).body).toMatchObject({ state: 'undone', restored: 1, removed: 1, kept: 2 });
    expect(await find('RIPRENDI-1')).toEqual({ ...before, version: 3 });
    expect(await find('RIPRENDI-2')).toMatchObject({ price: 7 });
    expect(await find('RIPRENDI-3')).toBeUndefined();
    expect(await find('RIPRENDI-4')).toMatchObject({ price: 8 });
    expect((await undo(id)).status).toBe(409);
    const [last] = (await call(reader, 'GET /accessories/:id/timeline', { params: { id: before.id } })).body;
    expect(last).toMatchObject({
      what: 'ha annullato l’importazione',
      changes: expect.arrayContaining([{ field: 'Prezzo', from: '12,00\u00a0€', to: '10,00\u00a0€' }]),
    });
    const [listed] = (await call(keeper, 'GET /imports', { query: { kind: 'accessories' } })).body;
    expect(listed).toMatchObject({ id, state: 'undone', created: 2, updated: 2 });
    expect((await call(reader, 'GET /imports')).status).toBe(403);
  });
});
