/** What is written by a form is read the same: the own export comes back and changes nothing, and each row finds its record. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { vatNumber } from '#backend/seed/identifiers.ts';
import { customerFields } from '#domain/customers/fields.ts';
import { endpoints } from '#domain/endpoints.ts';
import { blankOf } from '#domain/record/fields.ts';
import { fittingOf } from '#tests/support/arbitrary.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accessory } from '#tests/support/areas/accessories.ts';
import { plan } from '#tests/support/areas/financials.ts';
import { insurance } from '#tests/support/areas/insurances.ts';
import { newCarOf } from '#tests/support/areas/new-stock.ts';
import { service } from '#tests/support/areas/services.ts';
import { usedCar } from '#tests/support/areas/stock.ts';
import { tyre } from '#tests/support/areas/tyres.ts';
import { userBody } from '#tests/support/areas/users.ts';
import { importFile } from '#tests/support/imports.ts';
import { rounds } from '#tests/support/rounds.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query } = world;
afterAll(() => world.close());
const clerk = await world.user(901, EVERY);

const exported = async (name: string, q: string) =>
  (
    (await call(clerk, `GET /${name}/export` as 'GET /customers/export', { query: { format: 'csv', q } }))
      .body as Buffer
  ).toString();
/** How an export comes back: nothing is made, changed, refused or left empty. */
const SAME = { created: 0, updated: 0, refused: 0, joined: 0, blanks: [] };

const people = [
  { firstName: 'MARIO', lastName: 'ROSSI', address: 'VIA ROMA 1', notes: '=1+1' },
  { firstName: 'Søren', lastName: "DE' ROSSI", phone: '+393331234567', notes: 'N/D' },
  { firstName: '伟', lastName: '王', email: 'P.1@Example.it', externalCode: '-1', notes: '"in attesa &amp; altro' },
];

test('customers of any name, with a code or without', async () => {
  let made = 0;
  for (const one of people) {
    const body = { ...blankOf(customerFields), ...one, type: 'private', city: 'Zona' };
    const { status } = await call(clerk, 'POST /customers', { body });
    expect([201, 409, 422]).toContain(status);
    if (status === 201) made += 1;
  }
  for (const firm of [
    { type: 'fleet', companyName: 'ALFA SRL', legalForm: 'srl', vatNumber: '02438750586' },
    { type: 'fleet', companyName: 'ASD POLISPORTIVA', taxCode: '97103880585' },
    { type: 'vat', firstName: 'MARIO', lastName: 'DI STEFANO', vatNumber: vatNumber('0243876015') },
    { type: 'fleet', country: 'SM', companyName: 'Titano', vatNumber: '5426', address: 'Via Uno 1', city: 'Zona' },
  ]) {
    const { status, body } = await call(clerk, 'POST /customers', { body: { ...blankOf(customerFields), ...firm } });
    expect([status, body.fields]).toEqual([201, undefined]);
    made += 1;
  }
  const before = await query('select to_jsonb(c) as row from customers c where company_id = 901 order by id');
  const csv = await exported('customers', '');
  const it = await importFile(call, clerk, 'customers', { csv });
  expect(it.rows).toEqual([]);
  expect(it).toMatchObject({ ...SAME, unchanged: before.length });
  expect(made).toBe(7);
  expect(await query('select to_jsonb(c) as row from customers c where company_id = 901 order by id')).toEqual(before);
});

test('a customer without any code is updated by their number, and nobody else', async () => {
  const body = { ...blankOf(customerFields), type: 'private', firstName: 'Senza', lastName: 'Codice' };
  const { body: one } = await call(clerk, 'POST /customers', { body });
  const [heads = '', row = ''] = (await exported('customers', 'Senza Codice')).split(/\r?\n/);
  const other = row.replace('Senza', 'Un altro').replace('Codice', 'Nome');
  const csv = (line: string) => [heads, line].join('\n');
  const [notes, at] = [heads.split(';').length, heads.split(';').findIndex((head) => head.startsWith('Note'))];
  const changed = row.split(';').map((cell, n) => (n === at ? 'Dal file' : cell));
  expect(changed).toHaveLength(notes);
  expect(await importFile(call, clerk, 'customers', { csv: csv(changed.join(';')) })).toMatchObject({
    updated: 1,
    created: 0,
  });
  const said = await importFile(call, clerk, 'customers', { csv: csv(other) });
  expect([said.refused, said.created, said.faults[0].sentence]).toEqual([
    1,
    0,
    expect.stringContaining('è di un’altra persona'),
  ]);
  // A number that no record has says nothing.
  const unknown = csv(row.replace(String(one.id), '999999999').replace('Codice', 'Nuovo'));
  expect(await importFile(call, clerk, 'customers', { csv: unknown })).toMatchObject({ created: 1, refused: 0 });
});

test('the first row of two counts, and what the other says is told', async () => {
  const csv = 'Codice cliente;Cognome;Nome;Note\nD-1;Doppio;Ugo;Prima\nD-1;Doppio;Ugo;Seconda\n';
  expect(await importFile(call, clerk, 'customers', { csv })).toMatchObject({
    created: 1,
    joined: 1,
    blanks: [{ field: 'notes', sentence: 'Un doppio dice altro: vale la prima riga', count: 1, examples: ['Seconda'] }],
  });
});

test('two rows that find one customer by different codes are one: what only the second says is written, too', async () => {
  const body = { ...blankOf(customerFields), type: 'private', firstName: 'Ivo', lastName: 'Duevolte' };
  const codes = { taxCode: 'DVLVIO80A01F205Z', externalCode: 'DV-1' };
  const made = await call(clerk, 'POST /customers', { body: { ...body, ...codes } });
  expect([made.status, made.body.fields]).toEqual([201, undefined]);
  const csv = `Codice fiscale;Codice cliente;Cognome;Nome;Cellulare;Città
${codes.taxCode};;Duevolte;Ivo;3331110091;Lodi
;DV-1;Duevolte;Ivo;;Pavia
;DV-1;Duevolte;Ivo;;`;
  expect(await importFile(call, clerk, 'customers', { csv: csv.replace('Lodi', '') })).toMatchObject({
    ...{ created: 0, updated: 1, joined: 1, unchanged: 1, refused: 0 },
  });
  const kept = async () =>
    (await query('select phone, city, external_code from customers where id = $1', [made.body.id]))[0];
  expect(await kept()).toEqual({ phone: '+393331110091', city: 'Pavia', external_code: 'DV-1' });
  expect(await importFile(call, clerk, 'customers', { csv: csv.replace('Pavia', 'Varese') })).toMatchObject({
    ...{ updated: 1, joined: 1 },
    blanks: [{ field: 'city', sentence: 'Un doppio dice altro: vale la prima riga', count: 1, examples: ['Varese'] }],
  });
  expect(await kept()).toMatchObject({ city: 'Lodi' });
});

test('a row of a customer who was merged since is refused, not written where nobody looks', async () => {
  const make = async (firstName: string) => {
    const body = { ...blankOf(customerFields), type: 'private', firstName, lastName: 'Riunita' };
    return (await call(clerk, 'POST /customers', { body })).body as { id: number; version: number };
  };
  const [kept, gone] = [await make('Ada'), await make('Adele')];
  const csv = await exported('customers', 'riunita');
  const two = { keptId: kept.id, keptVersion: kept.version, goneId: gone.id, goneVersion: gone.version };
  expect((await call(clerk, 'POST /persons/merges', { body: two })).status).toBe(201);
  expect(await importFile(call, clerk, 'customers', { csv, dryRun: true })).toMatchObject({
    created: 0,
    unchanged: 1,
    updated: 0,
    refused: 1,
  });
});

test('other addresses of a cell are kept in the notes', async () => {
  const csv = 'Cognome;Nome;E-mail\nPiù;Indirizzi;"uno@example.it; Due <due@example.it>, tre@example.it"\n';
  expect(await importFile(call, clerk, 'customers', { csv })).toMatchObject({ created: 1 });
  expect(await query("select email, notes from customers where last_name = 'Più'")).toEqual([
    { email: 'uno@example.it', notes: 'Altra e-mail: due@example.it\nAltra e-mail: tre@example.it' },
  ]);
});

test('a row that was refused is tried again by itself', async () => {
  const csv = 'Codice cliente;Cognome;Nome\nR-1;;\nR-2;;\n';
  const it = await importFile(call, clerk, 'customers', { csv, dryRun: true });
  expect(it).toMatchObject({ refused: 2 });
  const mend = (body: object, version: number) =>
    call(clerk, 'PUT /imports/:id/rows', { params: { id: it.id }, version, body });
  const one = await mend(
    {
      rows: [
        { row: 2, field: 'lastName', text: 'Uno' },
        { row: 2, field: 'firstName', text: 'Uno' },
      ],
      again: [2],
    },
    it.version,
  );
  expect(one.body).toMatchObject({ state: 'ready', created: 1, refused: 1 });
  const again = await mend({ again: [3] }, one.body.version);
  expect(again.body).toMatchObject({ created: 1, refused: 1 });
  // What is named twice, is no row or was not refused changes no count.
  const odd = await mend({ again: [2, 3, 3, 987] }, again.body.version);
  expect(odd.body).toMatchObject({ state: 'ready', created: 1, refused: 1 });
  expect((await mend({ again: [987] }, odd.body.version)).body).toMatchObject({ created: 1, refused: 1 });
});

test('a row tried again writes only itself, and is counted once', async () => {
  const csv = 'Codice cliente;Cognome;Nome;Cellulare\nQ-1;Quieta;Ada;333 4449031\nQ-2;;Bea;333 4449032\n';
  await importFile(call, clerk, 'customers', { csv: csv.replace('Q-2;;', 'Q-3;Altra;') });
  const it = await importFile(call, clerk, 'customers', { csv });
  expect(it).toMatchObject({ state: 'done', unchanged: 1, refused: 1 });
  const fixes = it.fixes.find(({ fix }: { fix: string }) => fix === 'phones').count;
  const [ada] = await query("select id, version from customers where external_code = 'Q-1'");
  const { body: now } = await call(clerk, 'GET /customers/:id', { params: { id: Number(ada!.id) } });
  const byHand = { params: { id: now.id }, version: now.version, body: { ...now, phone: '+393334449039' } };
  expect((await call(clerk, 'PUT /customers/:id', byHand)).status).toBe(200);
  const rows = [{ row: 3, field: 'lastName', text: 'Due' }];
  const again = await call(clerk, 'PUT /imports/:id/rows', {
    params: { id: it.id },
    version: it.version,
    body: { rows },
  });
  expect(again.body).toMatchObject({ state: 'done', created: 1, unchanged: 1, updated: 0, refused: 0 });
  expect(
    await query("select phone from customers where external_code in ('Q-1', 'Q-2') order by external_code"),
  ).toEqual([{ phone: '+393334449039' }, { phone: '+393334449032' }]);
  expect(fixes).toBe(1);
});

test('a cell set right in a row that was refused counts once, when it is taken', async () => {
  const csv = 'Codice cliente;Cognome;Nome;Cellulare\nF-1;Uno;Ada;333 4449041\nF-2;;Bea;333 4449042\n';
  const it = await importFile(call, clerk, 'customers', { csv, dryRun: true });
  const counted = (of: { fixes: { fix: string; count: number }[] }) =>
    of.fixes.find(({ fix }) => fix === 'phones')!.count;
  expect(counted(it)).toBe(1);
  const body = { rows: [{ row: 3, field: 'lastName', text: 'Due' }] };
  await call(clerk, 'PUT /imports/:id/rows', { params: { id: it.id }, version: it.version, body });
  expect(counted((await call(clerk, 'GET /imports/:id', { params: { id: it.id } })).body)).toBe(2);
});

test('a place that has ceased is known by its code, as it was called at birth', async () => {
  const named = async (code: string, born?: string) =>
    (await call(clerk, 'GET /customers/municipalities', { query: { code, ...(born && { born }) } })).body.map(
      ({ name }: { name: string }) => name,
    );
  expect([await named('A558', '1980-05-03'), await named('A558', '1920-05-03'), await named('A558')]).toEqual([
    ['Porretta Terme'],
    ['Bagni della Porretta'],
    ['Porretta Terme'],
  ]);
  expect([await named('A001', '1920-05-03'), await named('A001', '1980-05-03'), await named('M432')]).toEqual([
    ['Abano'],
    ['Abano Terme'],
    ['Misiliscemi'],
  ]);
  const { body } = await call(clerk, 'GET /customers/municipalities', { query: { name: 'Porretta Terme' } });
  expect(body).toMatchObject([{ code: 'A558' }]);
});

/** Texts that a spreadsheet, a separator or a reader of other programs' cells could take for something else. */
const odd = [
  '=1+1',
  '- uno',
  '"due"; tre',
  'N/D',
  '1,50',
  'MAIUSCOLO',
  'riga\nriga',
  '0012',
  '1/2',
  'Sì',
  "'quattro",
  '@cinque',
];
/** What a form sends of each kind, with a key of its own. */
const forms = {
  customers: (code: string) => ({ ...blankOf(customerFields), type: 'private', firstName: 'Uno', lastName: code }),
  accessories: (code: string) => ({ ...accessory, code }),
  tyres: (code: string) => ({ ...tyre, code }),
  services: (code: string) => ({ ...service, code }),
  insurances: (code: string) => ({ ...insurance, code }),
  financials: (code: string) => ({ ...plan, code }),
  'stock/new': (code: string) => ({ ...newCarOf(world.car), code }),
  'stock/used': (code: string) => ({ ...usedCar, code, plate: '' }),
  users: (code: string) => ({ ...userBody(code, world.alfa), languages: [] }),
};
type Kind = keyof typeof forms;
/** Fields that say which record it is, name another one, or are checked against each other. */
const isTied = (key: string) =>
  /^(code|vin|plate|email|type|firstName|lastName|birthDate|phone|phone2|taxCode|vatNumber|externalCode|orderNumber|payrollNumber|roleName|privileges|documents|terms|futureValues)$|Ids?$/.test(
    key,
  );

/** Changes of what a form sends: fields chosen freely among what its call takes. */
const changesOf = (kind: Kind): fc.Arbitrary<object> =>
  fc
    .record({ value: fittingOf(endpoints[`POST /${kind}`].body), texts: fc.infiniteStream(fc.constantFrom(...odd)) })
    .map(({ value, texts }) =>
      Object.fromEntries(
        Object.entries(value as object)
          .filter(([key]) => !isTied(key))
          .map(([key, one]) => [key, one === 'Rossi' ? texts.next().value : one]),
      ),
    );

describe('whatever a form writes is read the same from the own export', () => {
  test.each(Object.keys(forms) as Kind[])('%s', async (kind) => {
    let made = 0;
    for (const [n, changes] of fc.sample(changesOf(kind), rounds(8)).entries()) {
      const body = { ...forms[kind](`RT${n}`), ...changes };
      if ((await call(clerk, `POST /${kind}`, { body: body as never })).status === 201) made += 1;
    }
    expect(made).toBeGreaterThan(3);
    const table = { 'stock/new': 'new_cars', 'stock/used': 'used_cars', financials: 'plans' }[kind as string] ?? kind;
    const stored = () => query(`select to_jsonb(t) as row from ${table} t where company_id = 901 order by id`);
    const before = await stored();
    const csv = await exported(kind, '');
    const { rows, errors, ...it } = await importFile(call, clerk, kind, { csv });
    // Who is a user already stays as they are: a file does not change colleagues.
    const live = before.filter(({ row }) => (row as { archived_at: string | null }).archived_at === null).length;
    const known = kind === 'users' ? live : 0;
    expect({ csv, rows, errors: errors.slice(known) }).toEqual({ csv, rows: [], errors: [] });
    expect(it).toMatchObject({ ...SAME, refused: known, unchanged: live - known });
    expect(await stored()).toEqual(before);
  });
});
