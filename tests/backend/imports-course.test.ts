import { afterAll, describe, expect, test } from 'vitest';
import type { ColumnValues, FaultGroup } from '#domain/imports/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { importFile, sendFile } from '#tests/support/imports.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query } = world;
afterAll(() => world.close());
const boss = await world.user(901, EVERY);

interface Import {
  id: number;
  version: number;
  state: string;
  values: ColumnValues[];
  faults: FaultGroup[];
}
const read = async (id: number) => (await call(boss, 'GET /imports/:id', { params: { id } })).body;
const send = async (kind: 'accessories' | 'customers' | 'stock/used', csv: string): Promise<Import> => {
  const { body } = await call(boss, 'POST /imports', { query: { kind, name: 'prova.csv' }, file: Buffer.from(csv) });
  return read(body.id);
};
const check = async ({ id, version }: Pick<Import, 'id' | 'version'>) => {
  await call(boss, 'POST /imports/:id/check', { params: { id }, version });
  return read(id);
};
const start = async ({ id, version }: Pick<Import, 'id' | 'version'>) => {
  await call(boss, 'POST /imports/:id/start', { params: { id }, version });
  return read(id);
};

describe('values', () => {
  const csv =
    'Targa;Marca;Modello;Alim.;IVA\nGB123AA;Fiat;Panda;Benz.;Esp.\nGB124AA;Fiat;Panda;Vapore;Esp.\nGB125AA;Fiat;Panda;Vapore;Boh';

  test('values that no field knows are listed with their counts, given a meaning, and known in the next file', async () => {
    const it = await send('stock/used', csv);
    const fuel = it.values.find(({ field }) => field === 'fuel')!;
    expect(fuel.values.map(({ value, count, meaning, source }) => [value, count, meaning, source])).toEqual([
      ['Vapore', 2, '', 'open'],
      ['Benz.', 1, 'Benzina', 'proposed'],
    ]);
    const meanings = [
      { field: 'fuel', value: 'Vapore', meaning: 'Elettrica' },
      { field: 'regime', value: 'Boh', meaning: 'Margine' },
    ];
    const params = { id: it.id };
    const wrong = await call(boss, 'PUT /imports/:id/meanings', {
      params,
      version: it.version,
      body: { meanings: [{ field: 'fuel', value: 'Vapore', meaning: 'Carbone' }] },
    });
    expect(wrong.body.fields).toEqual({ 'meanings.0': 'Scegliere una delle voci' });
    const said = await call(boss, 'PUT /imports/:id/meanings', { params, version: it.version, body: { meanings } });
    expect(await check(said.body)).toMatchObject({ state: 'ready', created: 3, refused: 0 });
    const next = await send('stock/used', csv.replace('Benz.', 'Vapore'));
    expect(next.values.find(({ field }) => field === 'fuel')!.values).toMatchObject([
      { value: 'Vapore', count: 3, meaning: 'Elettrica', source: 'kept', since: '2026-11-20' },
    ]);
  });
});

describe('what the file says', () => {
  test('in the words of other systems is proposed, for a town its only place; what it lacks is said for all of it', async () => {
    await query("insert into locations (company_id, name) values (901, 'Lecco centro')");
    const it = await send(
      'stock/used',
      'Targa;Marca;Modello;Alim.;IVA;Provenienza acquisto;Sede\nGF123AA;Fiat;Panda;Benz./GPL;Esposta;Permuta;Lecco\nGF124AA;Fiat;Panda;Ibrida;art. 36 DL 41/95;Noleggio;LECCO',
    );
    const proposed = it.values.flatMap(({ field, values }) =>
      values.map(({ value, meaning }) => `${field} ${value}: ${meaning}`),
    );
    expect(proposed).toEqual(
      expect.arrayContaining([
        'fuel Benz./GPL: Benzina/GPL',
        'fuel Ibrida: Full Hybrid',
        'regime Esposta: IVA esposta',
        'regime art. 36 DL 41/95: Margine',
        'purchaseType Permuta: Permuta',
        'purchaseType Noleggio: Remarketing',
        'locationId Lecco: Lecco centro',
      ]),
    );
    const bare = await send('stock/used', 'Targa;Marca;Modello\nGF125AA;Fiat;Panda');
    const defaults = [
      { field: 'fuel', value: 'Gasolio' },
      { field: 'regime', value: 'IVA esposta' },
      { field: 'purchaseType', value: 'Km 0' },
      { field: 'locationId', value: 'Lecco centro' },
    ];
    const said = await call(boss, 'PUT /imports/:id/meanings', {
      params: { id: bare.id },
      version: bare.version,
      body: { meanings: [], defaults },
    });
    expect(await start(await check(said.body))).toMatchObject({ created: 1, refused: 0, faults: [] });
    expect(
      await query(
        "select fuel, regime, purchase_type, l.name as place from used_cars c join locations l on l.company_id = c.company_id and l.id = c.location_id where c.company_id = 901 and plate = 'GF125AA'",
      ),
    ).toEqual([{ fuel: 'diesel', regime: 'iva_exposed', purchase_type: 'km0', place: 'Lecco centro' }]);
  });

  test('the row of a person: type by a letter, consent with channel, day and origin, a note for what has no field; capitals stay where one wants', async () => {
    const csv =
      "Tipo;Cognome;Nome;Città;Cod. vecchio;Cons. mkt;Canali;Data cons.;Origine;Zona\nF;D'ELIA;ROSA;FORLI';V-77;S;E-mail, SMS;03/02/2025;Fiera di Lecco;Nord";
    const sent = await send('customers', csv);
    const fields = [
      ...['type', 'lastName', 'firstName', 'city', 'externalCode', 'marketing', 'marketingChannels'],
      ...['consentOn', 'consentOrigin', 'note+'],
    ];
    const mapped = await call(boss, 'PUT /imports/:id', {
      params: { id: sent.id },
      version: sent.version,
      body: { fields, matches: ['externalCode'] },
    });
    expect(mapped.status, JSON.stringify(mapped.body)).toBe(200);
    await start(await check(mapped.body));
    const [rosa] = await query(
      "select id, type, last_name, city, external_code, notes from customers where company_id = 901 and external_code = 'V-77'",
    );
    expect(rosa).toMatchObject({ type: 'private', last_name: "D'Elia", city: 'Forlì', notes: 'Zona: Nord' });
    expect(
      await query(
        "select given, channels, proof, said_on::text from consents where company_id = 901 and customer_id = $1 and purpose = 'marketing'",
        [rosa.id],
      ),
    ).toEqual([{ given: true, channels: ['email', 'sms'], proof: 'Fiera di Lecco', said_on: '2025-02-03' }]);
    await query("update customers set notes = 'Zona: Nord' || E'\\nSolo la sera' where id = $1", [rosa.id]);
    // Switched off, the capitals stay; the old system's code finds the record.
    const again = await send('customers', csv.replace('Nord', 'Sud'));
    const off = await call(boss, 'PUT /imports/:id/meanings', {
      params: { id: again.id },
      version: again.version,
      body: { unfixed: ['names'] },
    });
    await start(await check(off.body));
    expect(await query('select last_name, city, notes from customers where id = $1', [rosa.id])).toEqual([
      { last_name: "D'ELIA", city: "FORLI'", notes: 'Zona: Sud\nSolo la sera' },
    ]);
  });

  test('the row of a car is found by the first of its keys that it has', async () => {
    const vin = 'ZFA3120000J123456';
    await importFile(call, boss, 'stock/used', {
      csv: `Targa;Telaio;Marca;Modello;Alimentazione;Km\nGH123AA;${vin};Fiat;Panda;Benzina;10\nGH124AA;;Fiat;Panda;Benzina;10`,
    });
    const done = await importFile(call, boss, 'stock/used', {
      csv: `Targa;Telaio;Marca;Modello;Alimentazione;Km\n;${vin};Fiat;Panda;Benzina;20\nGH124AA;;Fiat;Panda;Benzina;30`,
    });
    expect(done).toMatchObject({ matches: ['plate', 'vin'], created: 0, updated: 2, refused: 0 });
  });
});

describe('rows of the same record in one file', () => {
  const csv =
    'Codice fiscale;Cognome;Nome;Cellulare;E-mail\nRSSMRA80A01F205X;Rossi;Mario;3331234567;\nRSSMRA80A01F205X;Rossi;Mario;;mario@posta.example.it';

  test('are joined, the later one where the earlier has nothing; or listed where a person wants it', async () => {
    const it = await send('customers', csv);
    const off = await call(boss, 'PUT /imports/:id/meanings', {
      params: { id: it.id },
      version: it.version,
      body: { unfixed: ['doubles'] },
    });
    expect(await check(off.body)).toMatchObject({ created: 1, refused: 1, joined: 0 });
    const done = await importFile(call, boss, 'customers', { csv });
    expect(done).toMatchObject({ created: 1, refused: 0, joined: 1 });
    const rows = await query(
      "select phone, email from customers where company_id = 901 and tax_code = 'RSSMRA80A01F205X'",
    );
    expect(rows).toEqual([{ phone: '+393331234567', email: 'mario@posta.example.it' }]);
    // The same file again is said, and changes nothing.
    const again = await sendFile(call, boss, 'customers', csv);
    expect(again.body).toMatchObject({ twin: { id: done.id }, created: 0, unchanged: 1 });
  });
});

describe('faults in the file', () => {
  const csv = 'Codice;Descrizione;Prezzo\nERR-1;Uno;da definire\nERR-2;Due;da definire\nERR-3;Tre;x;\nERR-4;Quattro;4';
  const prices = () =>
    query("select code, price::int from accessories where company_id = 901 and code like 'ERR-%' order by code");

  test('is grouped, opened as rows, corrected for all of a group or one by one, and written after what was right', async () => {
    const { body: it } = await sendFile(call, boss, 'accessories', csv);
    expect(it.faults).toMatchObject([{ field: 'price', count: 3, examples: ['da definire', 'da definire', 'x'] }]);
    const done = await start(it);
    expect(done).toMatchObject({ state: 'done', created: 1, refused: 3 });
    const [{ field, sentence }] = it.faults;
    const rows = await call(boss, 'GET /imports/:id/rows', { params: { id: it.id }, query: { field, sentence } });
    expect(rows.body).toMatchObject({
      total: 3,
      rows: [{ row: 2, cells: ['ERR-1', 'Uno', 'da definire'], faults: [{ field: 'price' }] }, {}, {}],
    });
    const one = await call(boss, 'PUT /imports/:id/rows', {
      params: { id: it.id },
      version: done.version,
      body: { rows: [{ row: 4, field: 'price', text: '3,50' }] },
    });
    expect(one.body).toMatchObject({ state: 'done', created: 2, refused: 2 });
    const all = await call(boss, 'PUT /imports/:id/rows', {
      params: { id: it.id },
      version: one.body.version,
      body: { group: { field, sentence, text: '9' } },
    });
    expect(all.body).toMatchObject({ state: 'done', created: 4, refused: 0 });
    expect(await prices()).toEqual([
      { code: 'ERR-1', price: 900 },
      { code: 'ERR-2', price: 900 },
      { code: 'ERR-3', price: 350 },
      { code: 'ERR-4', price: 400 },
    ]);
    await call(boss, 'POST /imports/:id/undo', { params: { id: it.id } });
    expect(await prices()).toEqual([]);
  });
});

test('a sheet of bad rows that was corrected comes back into its import, also after the good ones are in', async () => {
  const it = await check(
    await send('accessories', 'Codice;Descrizione;Prezzo;Nota\nFOG-1;Uno;dieci;a\nFOG-2;Due;2;b\nFOG-3;Tre;boh;c'),
  );
  const sheet = async () =>
    String((await call(boss, 'GET /imports/:id/errors', { params: { id: it.id }, query: { format: 'csv' } })).body);
  const give = async (text: string, version: number) =>
    call(boss, 'POST /imports/:id/errors', { params: { id: it.id }, version, file: Buffer.from(text) });
  const file = await sheet();
  const half = await give(file.replace('dieci', '10'), it.version);
  expect(half.body).toMatchObject({ id: it.id, state: 'ready', created: 2, refused: 1 });
  const done = await start(half.body);
  expect(done).toMatchObject({ state: 'done', created: 2, refused: 1 });
  const rest = await give((await sheet()).replace('boh', '30'), done.version);
  expect(rest.body).toMatchObject({ id: it.id, state: 'done', created: 3, refused: 0 });
  expect(
    await query("select code, price::int from accessories where company_id = 901 and code like 'FOG-%' order by 1"),
  ).toEqual([
    { code: 'FOG-1', price: 1000 },
    { code: 'FOG-2', price: 200 },
    { code: 'FOG-3', price: 3000 },
  ]);
  // Rows that are in already, another file, an older version.
  expect((await give(file, rest.body.version)).body.fields.file).toMatch(/Nessuna riga/);
  expect((await give('Codice;Prezzo\nFOG-1;9', rest.body.version)).body.fields.file).toMatch(/colonna «Riga»/);
  expect((await give(file, it.version)).status).toBe(412);
});

test('another row is chosen as the heading, and an import that wrote nothing is deleted', async () => {
  const it = await send('accessories', 'Codice;Descrizione;Prezzo\nSCE-1;Uno;1\nSCE-2;Due;2');
  const body = { worksheet: 0, headRow: 2, headLines: 1 };
  const chosen = await call(boss, 'PUT /imports/:id/list', { params: { id: it.id }, version: it.version, body });
  expect(chosen.body).toMatchObject({ state: 'mapping', total: 1 });
  expect(await read(it.id)).toMatchObject({ columns: [{ head: 'SCE-1' }, { head: 'Uno' }, { head: '1' }], headRow: 2 });
  expect((await call(boss, 'DELETE /imports/:id', { params: { id: it.id } })).status).toBe(204);
  expect((await call(boss, 'GET /imports/:id', { params: { id: it.id } })).status).toBe(404);
  const done = await importFile(call, boss, 'accessories', { csv: 'Codice;Descrizione;Prezzo\nSCE-3;Tre;1' });
  expect((await call(boss, 'DELETE /imports/:id', { params: { id: done.id } })).status).toBe(409);
});

test('two files with the same new codes at once make each record once', async () => {
  const csv = 'Codice;Descrizione;Prezzo\nDUE-1;Uno;1\nDUE-2;Due;2\nDUE-3;Tre;3';
  const both = [await check(await send('accessories', csv)), await check(await send('accessories', `${csv}\n`))];
  expect(both.map((it) => it.state)).toEqual(['ready', 'ready']);
  const done = (await Promise.all(both.map(start))) as unknown as { created: number; unchanged: number }[];
  const sum = (key: 'created' | 'unchanged') => done.reduce((all, one) => all + one[key], 0);
  expect([sum('created'), sum('unchanged')]).toEqual([3, 3]);
  expect(await query("select from accessories where company_id = 901 and code like 'DUE-%'")).toHaveLength(3);
});

test.each([
  ['renamed', "name = 'Altrove'", 'GC'],
  ['archived', 'archived_at = now()', 'GD'],
])('a place that is %s between check and import keeps its rows open', async (_, change, letters) => {
  const place = `Sede di passaggio ${letters}`;
  await query('insert into locations (company_id, name) values (901, $1)', [place]);
  const { body: it } = await sendFile(
    call,
    boss,
    'stock/used',
    `Targa;Marca;Modello;Alimentazione;Sede\n${letters}123AA;Fiat;Panda;Benzina;${place}\n${letters}124AA;Fiat;Panda;Benzina;`,
  );
  expect(it).toMatchObject({ created: 2, refused: 0 });
  await query(`update locations set ${change} where company_id = 901 and name = $1`, [place]);
  expect(await start(it)).toMatchObject({
    created: 1,
    refused: 1,
    faults: [{ field: 'locationId', examples: [place] }],
  });
});

test('a file of which no column is known waits, and says so; columns that are all alike are read once', async () => {
  const none = await send('accessories', 'Xx;Yy;Zz\n1;2;3');
  const refused = await call(boss, 'POST /imports/:id/check', { params: { id: none.id }, version: none.version });
  expect([refused.status, refused.body.message]).toEqual([422, 'Manca la colonna «Codice»: scegliere quale è.']);
  const alike = await call(boss, 'POST /imports', {
    query: { kind: 'accessories', name: 'a.csv' },
    file: Buffer.from(`${'Codice;'.repeat(199)}Codice\n${'a;'.repeat(199)}a`),
  });
  const { columns } = await read(alike.body.id);
  expect(columns.filter(({ field }: { field: string | null }) => field !== null)).toHaveLength(1);
});
