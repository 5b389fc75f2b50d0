/** The same value is read alike at every door: by call and form, in a lead, in a file; one that cannot be read refuses nothing else. */
import { afterAll, describe, expect, test } from 'vitest';
import { readIntakes } from '#backend/leads/inbound.ts';
import { readPhone, readPhones } from '#backend/lib/values/phones.ts';
import { italianVat, vatNumberIssue } from '#domain/customers/rules.ts';
import { readEmail } from '#domain/emails.ts';
import { testDatabase } from '#tests/support/database.ts';
import { importFile } from '#tests/support/imports.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query } = world;
afterAll(() => world.close());
const clerk = await world.userWith('manageCustomers', 'seeAllLeads', 'manageAllLeads');

const phones: readonly (readonly [string, string])[] = [
  ['\u202a+39 333 444 9001\u202c', '+393334449001'],
  ['+39\u00a0333\u200b444\u00a09001', '+393334449001'],
  ['tel:+39-333-4449001', '+393334449001'],
  ['+39 (0)333 4449003', '+393334449003'],
  ['0333 4449003', '+393334449003'],
  ['+39 (0)2 12345678', '+390212345678'],
  ['+41 (0)91 123 45 67', '+41911234567'],
  ['+49 (0)30 1234567', '+49301234567'],
  ['0041 91 123 45 67', '+41911234567'],
  ['212345678', '+390212345678'],
  ['+39 51 234567', '+39051234567'],
  ['333 4449004 ore pasti', '+393334449004'],
  ['cell. 333/444.90.05 (moglie)', '+393334449005'],
  ['02 1234567 int. 5', '+39021234567'],
  ['3334449006,00', '+393334449006'],
  ['３３３４４４９００７', '+393334449007'],
  ['+378 0549 882555', '+3780549882555'],
  ['0549 882555', '+3780549882555'],
  ['+378882555', '+3780549882555'],
  ['39 333 4449008', '+393334449008'],
];
const emails: readonly (readonly [string, string])[] = [
  ['mailto:l5@example.it', 'l5@example.it'],
  ['mailto:anna%40example.it?subject=Auto', 'anna@example.it'],
  ['Anna Prova <anna@example.it>', 'anna@example.it'],
  ['anna@example.it;', 'anna@example.it'],
  ['a.rossi@example.it, b@example.it', 'a.rossi@example.it'],
  ['\u200banna@example.it', 'anna@example.it'],
  ['anna @ example.it', 'anna@example.it'],
  ['info@caffè.it', 'info@caffè.it'],
  ['info@пример.xn--p1ai', 'info@пример.xn--p1ai'],
  ['rossi&figli@example.it', 'rossi&figli@example.it'],
  ["o'neill+auto@example.museum", "o'neill+auto@example.museum"],
  ['jörg@müller.example', 'jörg@müller.example'],
  ['"anna.rossi"@example.it', '"anna.rossi"@example.it'],
  ['anna@example.it\r\nbea@example.it', 'anna@example.it'],
];

describe('kind 4: a telephone', () => {
  test.each(phones)('%j is %s', (typed, number) => {
    expect(readPhone(typed)).toBe(number);
    expect(readPhone(number)).toBe(number);
  });
  test.each(['non fornito', '', '12', '3,33445E+09', 'ore pasti', '+39', '999', '333 123', '4412345', '34512345'])(
    '%j is none',
    (typed) => expect(readPhone(typed)).toBeNull(),
  );
  test.each([
    ['02 1000000 / 333 1234567 (casa)', ['+39021000000', '+393331234567']],
    ['02/12345678', ['+390212345678']],
    ['+39 333.1234567; 0331-123456', ['+393331234567', '+390331123456']],
    ['3334449001 3387654321', ['+393334449001', '+393387654321']],
    ['da chiedere', []],
  ])('those in %j are %j', (cell, numbers) => expect(readPhones(cell)).toEqual(numbers));
});

describe('kind 4: an e-mail address', () => {
  test.each(emails)('%j is %s', (typed, address) => {
    expect(readEmail(typed)).toBe(address);
    expect(readEmail(address)).toBe(address);
  });
  test.each(['anna', 'anna@', '@example.it', 'anna@example', 'a..b@example.it', 'anna@-a-.it', 'a@b.1', ''])(
    '%j is none',
    (typed) => expect(readEmail(typed)).toBeNull(),
  );
});

describe('kind 4: a VAT number', () => {
  test.each([
    ['IT 02438750586', '02438750586'],
    ['it02438750586', '02438750586'],
    ['02438.750.586', '02438750586'],
    ['P.IVA 02438750586', '02438750586'],
    ['0243 8750 586\u200b', '02438750586'],
    ['2438750586', '02438750586'],
    ['IT2438750586', '02438750586'],
  ])('%j is %s', (typed, code) => {
    expect(italianVat(typed)).toBe(code);
    expect(vatNumberIssue(typed)).toBeNull();
  });
  test.each(['2438750587', '02438750587', '123', 'IT'])('%j is none', (typed) =>
    expect(vatNumberIssue(typed)).not.toBeNull(),
  );
});

describe('kind 4: at every door', () => {
  const doors = async (phone: string, email: string) => {
    const [firstName, lastName] = ['Prova', `Porta ${phones.length}`];
    const made = await call(clerk, 'POST /customers', { body: { type: 'private', firstName, lastName, phone, email } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { id } = made.body;
    await query('delete from customers where id = $1', [id]);
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const csv = `Cognome;Nome;Cellulare;E-mail\n${lastName};${firstName};${cell(phone)};${cell(email)}`;
    const it = await importFile(call, clerk, 'customers', { csv });
    expect(it).toMatchObject({ created: 1, refused: 0, blanks: [] });
    const [imported] = await query('select id, phone, email from customers where last_name = $1', [lastName]);
    await query('delete from customers where id = $1', [imported!.id]);
    return [made.body, imported!].map((one) => [one.phone, one.email]);
  };

  test.each([
    [0, 0],
    [3, 2],
    [9, 9],
    [11, 7],
    [16, 12],
  ])('telephone %i and address %i are the same', async (one, other) => {
    const [phone, email] = [phones[one]!, emails[other]!];
    const right = [phone[1], email[1]];
    expect(await doors(phone[0], email[0])).toEqual([right, right]);
  });

  test('a code is stored as its 11 digits, by call and in a file', async () => {
    const firm = { type: 'fleet', companyName: 'Prova Codici', legalForm: 'srl', vatNumber: 'IT 02438750586' };
    const made = await call(clerk, 'POST /customers', { body: firm });
    expect(made.body).toMatchObject({ vatNumber: '02438750586' });
    const csv = 'Ragione sociale;P.IVA;Forma giuridica;Note\nProva Codici;2438750586;Srl;Dal file';
    expect(await importFile(call, clerk, 'customers', { csv })).toMatchObject({ updated: 1, created: 0, refused: 0 });
    await query('delete from customers where id = $1', [made.body.id]);
  });

  test('what cannot be read is left empty, said, and keeps nothing else out', async () => {
    const csv = [
      'Cognome;Nome;Cellulare;E-mail;Data di nascita;CAP;Note',
      'Vuoti;Anna;non fornito;anna chiocciola example;32/13/1980;X;Prima',
      'Vuoti;Bea;333 4449010;bea@example.it;01/02/1980;20121;Seconda',
    ].join('\n');
    const it = await importFile(call, clerk, 'customers', { csv });
    expect(it).toMatchObject({ created: 2, refused: 0 });
    expect(it.blanks.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'birthDate',
      'cap',
      'email',
      'phone',
    ]);
    expect(it.fixes).toContainEqual(expect.objectContaining({ fix: 'blanks', count: 1 }));
    expect(
      await query(
        "select first_name, phone, email, notes from customers where last_name = 'Vuoti' order by first_name",
      ),
    ).toEqual([
      { first_name: 'Anna', phone: null, email: null, notes: 'Prima' },
      { first_name: 'Bea', phone: '+393334449010', email: 'bea@example.it', notes: 'Seconda' },
    ]);
  });

  test('both numbers of one cell are kept, and a third in the notes', async () => {
    const csv = [
      'Cognome;Nome;Cellulare;Altro telefono',
      'Due;Anna;;333 4449011 / 02 1234567',
      'Due;Bea;333 4449012 - 02 1234567;333 4449013',
    ].join('\n');
    expect(await importFile(call, clerk, 'customers', { csv })).toMatchObject({ created: 2 });
    expect(
      await query("select phone, phone2, notes from customers where last_name = 'Due' order by first_name"),
    ).toEqual([
      { phone: '+393334449011', phone2: null, notes: 'Altro telefono: 02 123 4567' },
      { phone: '+393334449012', phone2: '+39021234567', notes: 'Altro telefono: 333 444 9013' },
    ]);
  });

  test('another number keeps the first one of the record', async () => {
    const file = (head: string, cells: string) =>
      importFile(call, clerk, 'customers', { csv: `Codice esterno;Cognome;Nome;${head}\nTEL-1;Tre;Anna;${cells}` });
    const kept = () => query("select phone, phone2 from customers where external_code = 'TEL-1'");
    await file('Altro telefono', '333 4449021');
    expect(await kept()).toEqual([{ phone: '+393334449021', phone2: null }]);
    expect(await file('Altro telefono', '333 4449021')).toMatchObject({ unchanged: 1, updated: 0 });
    await file('Altro telefono', '333 4449022');
    await file('Cellulare;Altro telefono', ';333 4449023');
    expect(await kept()).toEqual([{ phone: '+393334449021', phone2: '+393334449023' }]);
  });

  test('who has one name only is called by it', async () => {
    const one = { type: 'private', firstName: '-', lastName: 'Suharto' };
    const { body } = await call(clerk, 'POST /customers', { body: one });
    expect(body).toMatchObject({ name: 'Suharto', firstName: '-' });
  });

  test('a name with signs that nobody sees is a name', async () => {
    const lead = { id: 'K4-1', name: 'An\u00adna\u200b Prova', phone: '\u202a333 4449014\u202c' };
    await call(clerk, 'POST /leads/inbound', { body: { source: 'PortaleProva', leads: [lead] } });
    await readIntakes.run(world.outside(), { companyId: 901 });
    expect(await query("select name, phone from leads where phone = '+393334449014'")).toEqual([
      { name: 'Anna Prova', phone: '+393334449014' },
    ]);
  });
});
