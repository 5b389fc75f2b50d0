/** Files of other programs are understood by their headings and values, and read anew in another encoding. */
import iconv from 'iconv-lite';
import { afterAll, describe, expect, test } from 'vitest';
import { areas } from '#backend/areas.ts';
import { guess } from '#backend/imports/guess.ts';
import type { ImportKind } from '#domain/imports/kinds.ts';
import { customerLacks } from '#domain/contracts/customer.ts';
import { printedName } from '#domain/customers/transliteration.ts';
import type { Answer } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { importFile, sendFile } from '#tests/support/imports.ts';
import { makeWorld } from '#tests/support/world.ts';

const importables = areas.flatMap(({ imports = [] }) => imports);
const kindOf = (kind: ImportKind) => importables.find((one) => one.kind === kind)!;
const guessed = (kind: ImportKind, heads: readonly string[]) => guess(kindOf(kind), heads, new Map());

describe('imports: headings of host systems', () => {
  test.each([
    ['customers', 'CLI_CELL', 'phone'],
    ['customers', 'CLI_RAGSOC', 'companyName'],
    ['customers', 'Dt. Nasc.', 'birthDate'],
    ['customers', 'Rag. Soc.', 'companyName'],
    ['customers', 'Cod. Fisc.', 'taxCode'],
    ['customers', 'Part. IVA', 'vatNumber'],
    ['customers', 'Luogo nasc.', 'birthPlace'],
    ['stock/used', 'Stk.', 'code'],
    ['stock/used', 'Dt. entrata', 'acquiredOn'],
    ['stock/used', 'Marg./Esp.', 'regime'],
    ['stock/used', 'Prz. pubbl. IVA compr.', 'retailPrice'],
    ['stock/used', 'Dt. imm.', 'registeredOn'],
    ['services', 'Cod. prestazione', 'code'],
    ['services', 'Prz. pubbl. IVA compr.', 'price'],
    ['services', 'N/U', 'usages'],
    ['accessories', 'Prz. vendita', 'price'],
    ['accessories', 'Cod. art.', 'code'],
  ] as const)('%s: «%s» is %s', (kind, head, field) => expect(guessed(kind, [head])).toEqual([field]));
  test.each([
    ['customers', ['Ragione sociale / Cognome', 'Nome', 'Mobile'], ['lastName', 'firstName', 'phone']],
    ['customers', ['Phone', 'Mobile'], ['phone', 'phone2']],
    ['customers', ['Codice', 'ID', 'Cognome', 'Nro civ'], [null, 'externalCode', 'lastName', 'houseNumber']],
    ['customers', ['Name', 'Given Name', 'Family Name'], ['fullName', 'firstName', 'lastName']],
    ['customers', ['Name', 'Surname'], ['firstName', 'lastName']],
    ['stock/used', ['Targa', 'Anno'], ['plate', null]],
    ['contracts', ['Numero', 'Nome'], ['number', null]],
    ['stock/new', ['Modello', 'Versione', 'Colore', 'Optional'], [null, 'versionId', null, 'optionIds']],
    ['stock/new', ['Telaio', 'Modello'], ['vin', 'versionId']],
    ['stock/used', ['Kw', 'CV', 'Foto'], ['kw', null, null]],
    ['tyres', ['IC', 'IV', 'IVA'], [null, null, 'taxRate']],
  ] as const)('%s: %j are %j', (kind, heads, fields) => expect(guessed(kind, heads)).toEqual(fields));
  test.each([
    ['customers', 'Xyz'],
    ['stock/used', 'Dt.'],
  ] as const)('%s: «%s» is nothing', (kind, head) => expect(guessed(kind, [head])).toEqual([null]));
  test('a meaning that the company chose the last time stands before the name of a field', () =>
    expect(guess(kindOf('customers'), ['Telefono', 'Cellulare'], new Map([['telefono', 'phone2']]))).toEqual([
      'phone2',
      'phone',
    ]));
});

describe('imports: words of a file', async () => {
  const world = await makeWorld(await testDatabase());
  const { call, query } = world;
  afterAll(() => world.close());
  const clerk = await world.userWith('manageCustomers', 'manageServices', 'manageStock');

  test('with accents are shown in each encoding, of which another is chosen', async () => {
    const text = 'Cognome;Nome;Città\nCafarò;Nicolò;Forlì\nCalì;Niccolò;Cantù';
    const { body: it } = await sendFile(call, clerk, 'customers', iconv.encode(text, 'cp850'));
    expect(it.encoding).toBe('CP850');
    const words = (of: typeof it) =>
      Object.fromEntries(
        of.readings.map(({ encoding, words: some }: { encoding: string; words: string[] }) => [encoding, some]),
      );
    expect(words(it)).toMatchObject({ CP850: ['Città', 'Cafarò', 'Nicolò', 'Forlì', 'Calì'] });
    const list = { worksheet: 0, headRow: 1, headLines: 1 };
    const choose = async (encoding: string, version: number) =>
      call(clerk, 'PUT /imports/:id/list', { params: { id: it.id }, version, body: { ...list, encoding } });
    const wrong = await choose('MacRoman', it.version);
    expect(wrong.status).toBe(200);
    const { body: other } = await call(clerk, 'GET /imports/:id', { params: { id: it.id } });
    expect(other).toMatchObject({ encoding: 'MacRoman' });
    expect(words(other).CP850).toEqual(words(it).CP850);
    await choose('CP850', other.version);
    const { body: again } = await call(clerk, 'GET /imports/:id', { params: { id: it.id } });
    expect(again).toMatchObject({ encoding: 'CP850', columns: it.columns });
    const workbook = await call(clerk, 'GET /imports/template', { query: { kind: 'customers', format: 'xlsx' } });
    expect(workbook.status).toBe(200);
  });

  test('words that another encoding cannot say are not lost by choosing it', async () => {
    const text = 'Cognome;Nome;Città\nCafarò;Nicolò;Forlì\nCalì;Niccolò;Cantù';
    const { body: it } = await sendFile(call, clerk, 'customers', iconv.encode(text, 'cp1252'));
    const body = { worksheet: 0, headRow: 1, headLines: 1, encoding: 'UTF-8' };
    const chosen = await call(clerk, 'PUT /imports/:id/list', { params: { id: it.id }, version: it.version, body });
    expect([chosen.status, chosen.body.fields]).toMatchObject([
      422,
      { encoding: expect.stringContaining('caratteri') },
    ]);
    const { body: after } = await call(clerk, 'GET /imports/:id', { params: { id: it.id } });
    expect(after).toMatchObject({ encoding: it.encoding, columns: it.columns, readings: it.readings });
  });

  test('words that a field of several does not know are asked about by their parts', async () => {
    const csv = 'Codice;Descrizione;Prezzo;Vendibile su\nWV-1;Uno;1;P/V\nWV-2;Due;1;P';
    const { body: it } = await sendFile(call, clerk, 'services', csv);
    const column = it.values.find(({ field }: { field: string }) => field === 'usages');
    expect(column.values.map(({ value, count, source }: Record<string, unknown>) => [value, count, source])).toEqual([
      ['P', 2, 'open'],
      ['V', 1, 'open'],
    ]);
    const meanings = [
      { field: 'usages', value: 'P', meaning: 'Nuovo' },
      { field: 'usages', value: 'V', meaning: 'Usato' },
    ];
    const said = await call(clerk, 'PUT /imports/:id/meanings', {
      params: { id: it.id },
      version: it.version,
      body: { meanings },
    });
    const checked = await call(clerk, 'POST /imports/:id/check', { params: { id: it.id }, version: said.body.version });
    expect(checked.body).toMatchObject({ created: 2, refused: 0 });
    await call(clerk, 'POST /imports/:id/start', { params: { id: it.id }, version: checked.body.version });
    expect(await query("select usages from services where code = 'WV-1'")).toEqual([{ usages: ['new', 'used'] }]);
  });

  test('values of one column in several units are asked about before the start, where they name none', async () => {
    const head = 'Targa;Marca;Modello;Alimentazione;IVA;Potenza;Km percorsi;Prezzo di vendita';
    const rows = [
      ['150 CV', '45 mila', '12.000 + IVA'],
      ['110 kW', '85.000', '9.000 IVA incl.'],
      ['90', '38', '10.000'],
    ];
    const csv = [head, ...rows.map((row, at) => `GX20${at}AA;Fiat;Panda;Benzina;Esposta;${row.join(';')}`)].join('\n');
    const { body: it } = await sendFile(call, clerk, 'stock/used', csv);
    const asked = ({ values }: Answer['body']) =>
      values.flatMap((column: Answer['body']) =>
        column.values.flatMap(({ value, count, meaning, source }: Answer['body']) =>
          /senza unità|IVA non detta/.test(value) ? [[column.field, column.label, count, meaning, source]] : [],
        ),
      );
    expect(asked(it)).toEqual([
      ['kw', 'Potenza (kW: 1, CV: 1)', 1, 'kW', 'open'],
      ['km', 'Km (km: 1, migliaia di km: 1)', 1, 'km', 'proposed'],
      ['retailPrice', 'Prezzo (IVA inclusa: 1, IVA esclusa: 1)', 1, 'IVA inclusa', 'open'],
    ]);
    const say = (version: number, words: Record<string, string>) =>
      call(clerk, 'PUT /imports/:id/meanings', {
        params: { id: it.id },
        version,
        body: { meanings: Object.entries(words).map(([field, meaning]) => ({ field, value: 'senza unità', meaning })) },
      });
    expect((await say(it.version, { kw: 'miglia' })).body.fields).toEqual({
      'meanings.0': 'Scegliere una delle voci',
    });
    const said = await say(it.version, { kw: 'CV', km: 'migliaia di km', retailPrice: 'IVA esclusa' });
    const checked = await call(clerk, 'POST /imports/:id/check', { params: { id: it.id }, version: said.body.version });
    const { body: after } = await call(clerk, 'GET /imports/:id', { params: { id: it.id } });
    expect(asked(after).map(([, , ...rest]: unknown[]) => rest)).toEqual([
      [1, 'CV', 'chosen'],
      [1, 'migliaia di km', 'chosen'],
      [1, 'IVA esclusa', 'chosen'],
    ]);
    await call(clerk, 'POST /imports/:id/start', { params: { id: it.id }, version: checked.body.version });
    expect(await query("select kw, km, retail_price from used_cars where plate like 'GX20%' order by plate")).toEqual([
      { kw: 110, km: 45_000, retail_price: '1464000' },
      { kw: 110, km: 85_000, retail_price: '900000' },
      { kw: 66, km: 38_000, retail_price: '1220000' },
    ]);
    // What the heading says of all is proposed, and a column in one unit asks nothing.
    const { body: headed } = await sendFile(call, clerk, 'stock/used', csv.replace('Potenza', 'Potenza kW'));
    expect(asked(headed)[0].at(-1)).toBe('proposed');
    const { body: plain } = await sendFile(
      call,
      clerk,
      'stock/used',
      csv
        .split('\n')
        .filter((_, at) => at % 3 === 0)
        .join('\n'),
    );
    expect(asked(plain)).toEqual([]);
  });

  test('behind a quote that is never closed lose it, which is counted and can be switched off', async () => {
    const csv = 'Cognome;Nome;Note\nVirgola;Anna;"già cliente\nVirgola;Bea;"ok"';
    const { body: it } = await sendFile(call, clerk, 'customers', csv);
    const counted = it.fixes.find(({ fix }: { fix: string }) => fix === 'quotes');
    expect([it.created, it.refused, counted]).toMatchObject([2, 0, { count: 1, isOn: true }]);
    await call(clerk, 'POST /imports/:id/start', { params: { id: it.id }, version: it.version });
    expect(await query("select notes from customers where last_name = 'Virgola' order by first_name")).toEqual([
      { notes: 'già cliente' },
      { notes: 'ok' },
    ]);
  });

  test('in a column of first names that is called after the customer stay first names', async () => {
    const csv = 'Nome cliente;Cognome cliente;Cellulare\nAnna;Cliente;333 4449201\nCliente Bea;Cliente;333 4449202';
    expect(await importFile(call, clerk, 'customers', { csv })).toMatchObject({ created: 2 });
    expect(
      await query("select first_name, last_name from customers where last_name = 'Cliente' order by first_name"),
    ).toEqual([
      { first_name: 'Anna', last_name: 'Cliente' },
      { first_name: 'Bea', last_name: 'Cliente' },
    ]);
  });

  test('are found as others write them', async () => {
    const csv = 'Cognome;Nome\nMüller;Jürgen\nKierkegård;Søren\nMueller;Hans';
    expect(await importFile(call, clerk, 'customers', { csv })).toMatchObject({ created: 3 });
    const found = async (q: string) =>
      (await call(clerk, 'GET /customers', { query: { q } })).body.rows
        .map(({ lastName }: { lastName: string }) => lastName)
        .toSorted();
    expect(await found('mueller')).toEqual(['Mueller', 'Müller']);
    expect(await found('Müller')).toEqual(['Mueller', 'Müller']);
    expect(await found('kierkegaard')).toEqual(['Kierkegård']);
    expect(await found('juergen')).toEqual(['Müller']);
  });

  test('in other letters are found by both their forms, of which the Latin one is printed', async () => {
    const who = { type: 'private', firstName: '伟', lastName: '王' };
    const make = async (more: object) =>
      (await call(clerk, 'POST /customers', { body: { ...who, ...more } })) as Answer;
    expect((await make({ latinName: '王 Wei' })).body.fields).toEqual({ latinName: expect.stringContaining('latini') });
    const { body: one } = await make({ latinName: 'Wang Wei' });
    expect(one).toMatchObject({ name: '伟 王', latinName: 'Wang Wei' });
    for (const q of ['Wang', '王']) {
      const { body } = await call(clerk, 'GET /customers', { query: { q } });
      expect([q, body.rows.map(({ id }: { id: number }) => id)]).toEqual([q, [one.id]]);
    }
    expect([printedName(one), printedName({ ...one, latinName: null })]).toEqual(['Wang Wei', '伟 王']);
    const lacks = (customer: object) => customerLacks({ ...one, documents: [], ...customer }, '2026-11-28').join(' ');
    expect([lacks({}), lacks({ latinName: null }), lacks({ name: 'Søren Ø', latinName: null })]).toEqual([
      expect.not.stringContaining('latini'),
      expect.stringContaining('caratteri latini'),
      expect.not.stringContaining('latini'),
    ]);
  });

  test('telephones leave a spreadsheet as they are, formulas do not', async () => {
    const csv = 'Cognome;Nome;Cellulare;Note\nEsporta;Anna;333 4449099;=1+1\nEsporta;Bea;333 4449098;';
    expect(await importFile(call, clerk, 'customers', { csv })).toMatchObject({ created: 2 });
    const { body } = await call(clerk, 'GET /customers/export', { query: { q: 'Esporta', format: 'csv' } });
    const text = (body as Buffer).toString();
    expect(text).toContain(';+393334449099;');
    expect(text).toContain("'=1+1");
    expect(text).not.toContain('—');
  });
});
