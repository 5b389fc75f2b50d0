/** The same value is read alike at every door: by call and form, in a lead, in a file; one that cannot be read refuses nothing else. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readIntakes } from '#backend/leads/inbound.ts';
import { readPhone, readPhones } from '#backend/lib/values/phones.ts';
import { italianTaxCode, italianVat, vatNumberIssue } from '#domain/customers/rules.ts';
import { customerFields } from '#domain/customers/fields.ts';
import { readEmail } from '#domain/emails.ts';
import { leadFields, newLeadFields } from '#domain/leads/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { emailOr, schemaOf } from '#domain/record/schema.ts';
import { hintOf, withOthersIn } from '#domain/record/several.ts';
import { restBelow } from '#site/ui/rest-below.tsx';
import { rounds } from '#tests/support/rounds.ts';
import { testDatabase } from '#tests/support/database.ts';
import { importFile } from '#tests/support/imports.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

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
  ['390212345678', '+390212345678'],
  ['0039 212345678', '+390212345678'],
  ['++39 333_444.9009', '+393334449009'],
  ['333,4449010', '+393334449010'],
  ['="3334449011"', '+393334449011'],
  // A spreadsheet that kept all figures.
  ['3,334449012E+09', '+393334449012'],
  ['https://wa.me/393334449013', '+393334449013'],
];
const emails: readonly (readonly [string, string])[] = [
  ['mailto:l5@example.it', 'l5@example.it'],
  ['mailto:anna%40example.it?subject=Auto', 'anna@example.it'],
  ['Anna Prova <anna@example.it>', 'anna@example.it'],
  ['anna@example.it;', 'anna@example.it'],
  ['a.rossi@example.it, b@example.it', 'a.rossi@example.it'],
  ['\u200banna@example.it', 'anna@example.it'],
  ['anna @ example.it', 'anna@example.it'],
  ['anna＠example.it', 'anna@example.it'],
  ['http://mailto:anna@example.it', 'anna@example.it'],
  ['info@caffè.it', 'info@caffè.it'],
  ['info@пример.xn--p1ai', 'info@пример.xn--p1ai'],
  ['rossi&figli@example.it', 'rossi&figli@example.it'],
  ["o'neill+auto@example.museum", "o'neill+auto@example.museum"],
  ['jörg@müller.example', 'jörg@müller.example'],
  ['"anna.rossi"@example.it', '"anna.rossi"@example.it'],
  ['anna@example.it\r\nbea@example.it', 'anna@example.it'],
  // Written against robots, or pressed twice.
  ['anna[at]example.it', 'anna@example.it'],
  ['anna (at) example (dot) it', 'anna@example.it'],
  ['anna@@example.it', 'anna@example.it'],
  ['anna AT example DOT it', 'anna@example.it'],
  ['anna<at>example<dot>it', 'anna@example.it'],
  ['anna@example,it', 'anna@example.it'],
  ['anna @example. it', 'anna@example.it'],
  ['Email:anna@example.it', 'anna@example.it'],
  ['=HYPERLINK("mailto:anna@example.it")', 'anna@example.it'],
];

describe('kind 4: a telephone', () => {
  test.each(phones)('%j is %s', (typed, number) => {
    expect(readPhone(typed)).toBe(number);
    expect(readPhone(number)).toBe(number);
  });
  // Seven figures are a landline without its prefix, of which nobody knows the town.
  test.each([
    'non fornito',
    '',
    '12',
    '5551234',
    '0000000000',
    '3,33445E+09',
    'ore pasti',
    '+39',
    '999',
    '333 123',
    '4412345',
    '34512345',
    // A country without its sign and a lost zero: two guesses; and what fills a form.
    '391234567890',
    '39 1234567890',
    '1234567890',
    '12345678',
  ])('%j is none', (typed) => expect(readPhone(typed)).toBeNull());
  test.each([
    ['02 1000000 / 333 1234567 (casa)', ['+39021000000', '+393331234567']],
    ['02/12345678', ['+390212345678']],
    ['+39 333.1234567; 0331-123456', ['+393331234567', '+390331123456']],
    ['3334449001 3387654321', ['+393334449001', '+393387654321']],
    ['da chiedere', []],
    ['0831 212345 - 0832 334455', ['+390831212345', '+390832334455']],
    ['333 1234567 / 347 1234567', ['+393331234567', '+393471234567']],
    ['02 1234567 / 0831 - 212345', ['+39021234567', '+390831212345']],
    ['02 1234 0567 - 02123456', ['+390212340567', '+3902123456']],
    ['333 1234567 347 7654321', ['+393331234567', '+393477654321']],
    ['3331234567+3477654321', ['+393331234567', '+393477654321']],
    // The second is short because it has the prefix of the first.
    ['051 234567 - 234568', ['+39051234567', '+39051234568']],
    ['051 234567-234568', ['+39051234567', '+39051234568']],
    ['+39 051 234567 e 234568 (ufficio)', ['+39051234567', '+39051234568']],
    ['0543 123456/57/58', ['+390543123456', '+390543123457', '+390543123458']],
    ['02/12345678/9', ['+390212345678', '+390212345679']],
    ['333/1234567/8', ['+393331234567', '+393331234568']],
    ['051 234567-8', ['+39051234567', '+39051234568']],
    ['0543 123456-57', ['+390543123456', '+390543123457']],
    ['051 23-45-67/8', ['+39051234567', '+39051234568']],
    ['0543-12-34-56', ['+390543123456']],
    ['02-12-34-56-78', ['+390212345678']],
    // No prefix is known of a mobile's neighbour, and a postcode is no telephone.
    ['333 1234567 - 234568', ['+393331234567']],
    ['051 234567 - 40121', ['+39051234567']],
    ['0831212345/334455', ['+390831212345', '+390831334455']],
  ])('those in %j are %j', (cell, numbers) => expect(readPhones(cell)).toEqual(numbers));
  test.each([
    ['ufficio 0831 - 212345', '+390831212345'],
    ['casa 02/36512345', '+390236512345'],
    ['0831 / 21 23 45 uff.', '+390831212345'],
    ['(0831) - 212345 casa', '+390831212345'],
    ['333 - 1234567 moglie', '+393331234567'],
    ['ufficio +39 0831 - 212345', '+390831212345'],
    ['casa +39 (0)2 / 36512345', '+390236512345'],
    ['ufficio +41 91 - 1234567', '+41911234567'],
    ['casa +41 - 79 123 45 67', '+41791234567'],
    ['ufficio 0831 - 212345 int. 5', '+390831212345'],
    ['sig. Rossi 011/2345678 dopo le 18', '+390112345678'],
  ])('the prefix stays with the number of %j', (typed, number) => {
    expect(readPhones(typed)).toEqual([number]);
    const { phone, notes } = withOthersIn(customerFields, 'notes', { phone: typed, phone2: null, notes: '' });
    expect([readPhone(phone), notes]).toEqual([number, `Telefono: ${typed}`]);
  });
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
    ['VAT IT02438750586', '02438750586'],
    ['C.F./P.IVA 02438750586', '02438750586'],
    ['CF/PI 02438750586', '02438750586'],
    ['P.I. 02438750586', '02438750586'],
    ['Partita IVA n. 02438750586', '02438750586'],
    ['０２４３８７５０５８６', '02438750586'],
    ['(IT)02438750586', '02438750586'],
    ['02438750586 (IT)', '02438750586'],
    ['P.Iva/C.F. 02438750586', '02438750586'],
    ['="02438750586"', '02438750586'],
    ['2,438750586E+09', '02438750586'],
    ['VAT No. IT02438750586', '02438750586'],
  ])('%j is %s', (typed, code) => {
    expect(italianVat(typed)).toBe(code);
    expect(vatNumberIssue(typed)).toBeNull();
  });
  // Eleven figures behind another country are its own.
  test.each(['2438750587', '02438750587', '123', 'IT', 'HR02438750586', '2,43875E+09'])('%j is none', (typed) =>
    expect(vatNumberIssue(typed)).not.toBeNull(),
  );
});

describe('kind 4: a tax code', () => {
  test.each([
    ['C.F. RSSMRA80A01F205X', 'RSSMRA80A01F205X'],
    ['CF: rss mra 80a01 f205x', 'RSSMRA80A01F205X'],
    ['C.Fisc. RSSMRA80A01F205X', 'RSSMRA80A01F205X'],
    ['Codice fiscale: RSSMRA80A01F205X', 'RSSMRA80A01F205X'],
    // A letter for a figure, which the check letter proves.
    ['RSSMRA8OA01F2O5X', 'RSSMRA80A01F205X'],
    ['RSSMRA80A0IF205X', 'RSSMRA80A01F205X'],
    ['RSSMRA8OA01F2O5Y', 'RSSMRA8OA01F2O5Y'],
    ['CF: 97103880585', '97103880585'],
    ['="RSSMRA80A01F205X"', 'RSSMRA80A01F205X'],
    ['RSSMRA80A01F205X (Mario)', 'RSSMRA80A01F205X'],
    ['Tax code: RSSMRA_80A01_F205X*', 'RSSMRA80A01F205X'],
    // A surname may begin like the name of the code.
    ['CFRMRA80A01F205X', 'CFRMRA80A01F205X'],
  ])('%j is %s', (typed, code) => expect(italianTaxCode(typed)).toBe(code));
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

  test.each([
    ['customers', 'notes', { type: 'private', firstName: 'Prova', lastName: 'Piu' }],
    ['leads', 'details', { ...blankOf(newLeadFields), name: 'Prova Piu' }],
  ] as const)('what a field of %s holds beside the first is kept in «%s»', async (area, into, body) => {
    const typed = {
      phone: '333 4449021 / 02 1234567 / 347 4449022 (ore pasti)',
      email: 'uno@example.it; Due <due@example.it>, uno@example.it tre@example.it',
    };
    const kept = {
      phone: '+393334449021',
      phone2: '+39021234567',
      email: 'uno@example.it',
      [into]: [
        'Prima',
        `Telefono: ${typed.phone}`,
        'Altro telefono: 347 444 9022',
        'Altra e-mail: due@example.it',
        'Altra e-mail: tre@example.it',
      ].join('\n'),
    };
    const made = await call(clerk, `POST /${area}`, { body: { ...body, [into]: 'Prima', ...typed } });
    expect(made.body).toMatchObject({ ...kept });
    const { id, version } = made.body;
    // A page that saves by itself sends the same again.
    const again = { ...made.body, ...typed, phone2: null };
    const put = await call(clerk, `PUT /${area}/:id`, { params: { id }, version, body: again });
    expect([put.status, put.body[into]]).toEqual([200, kept[into]]);
    await query(
      area === 'leads' ? 'update leads set quiet = true where id = $1' : 'delete from customers where id = $1',
      [id],
    );
  });

  test('a record without notes says that one value has its place there', () => {
    const fields = { phone: { label: 'Telefono', kind: 'text', maxLength: 40, phone: true } } as const;
    const { phone } = schemaOf(fields).shape;
    expect(phone.safeParse('333 4449001; 02 1234567').error?.issues[0]?.message).toBe('Sono più numeri: qui ne va uno');
    expect(emailOr('No').safeParse('a@example.it b@example.it').error?.issues[0]?.message).toBe(
      'Sono più indirizzi: qui ne va uno',
    );
    expect(emailOr('No').parse('Anna <a@example.it>; a@example.it')).toBe('a@example.it');
  });

  test.each([
    ['phone', '0831212;0831213', '«Altro telefono»: 0831 213'],
    ['phone', '051 234567-8', '«Altro telefono»: 051 234 568'],
    ['phone', '333 1234567, 02 1234567', '«Altro telefono»: 02 123 4567'],
    ['email', 'a@example.it b@example.it', '«Altri dati»: Altra e-mail: b@example.it'],
    ['phone', 'casa 02 1234567', '«Altri dati»: Telefono: casa 02 1234567'],
  ])('the form looks where the rest of a %s %j goes: %s', (key, typed, rest) => {
    expect(restBelow(leadFields, 'details')(key).below({ [key]: typed })).toBeTruthy();
    expect(hintOf(leadFields, key, 'details', { [key]: typed })).toBe(`Il resto va in ${rest}`);
  });
  test.each(['333 1234567', '+39 (0)51 234567', '02-12345678', 'anna.rossi@example.it', ''])(
    'the form loads nothing for %j',
    (phone) => expect(restBelow(leadFields, 'details')('phone').below({ phone })).toBe(false),
  );

  test('the form says where the rest goes, and what went there before', () => {
    const hint = (key: string, record: object) => hintOf(leadFields, key, 'details', { ...record });
    expect(hint('phone', { phone: '333 4449001, 02 1234567' })).toBe('Il resto va in «Altro telefono»: 02 123 4567');
    expect(hint('phone', { phone: '333 4449001, 02 1234567', phone2: '+393334449002' })).toBe(
      'Il resto va in «Altri dati»: Altro telefono: 02 123 4567',
    );
    expect(hint('email', { email: 'a@example.it' })).toBeNull();
    expect(hint('email', { email: 'a@example.it', details: 'Uno\nAltra e-mail: b@example.it' })).toBe(
      'In «Altri dati»: b@example.it',
    );
    expect(hint('phone', { details: 'Altro telefono: 02 123' })).toBeNull();
    expect(hint('phone2', { details: 'Altro telefono: 02 123' })).toBe('In «Altri dati»: 02 123');
  });

  test('nothing that is typed into a telephone or an address is lost', () => {
    const number = fc.constantFrom('333 444 9001', '+39 02 1234567', '0039 3334449002', '(051) 234567', '347/4449003');
    const mail = fc.constantFrom('a@example.it', 'B.C@example.it', 'info@caffè.it', 'x+y@example.museum');
    const joined = (one: fc.Arbitrary<string>, marks: string[]) =>
      fc
        .tuple(fc.uniqueArray(one, { minLength: 1, maxLength: 4 }), fc.infiniteStream(fc.constantFrom(...marks)))
        .map(([all, between]) => ({ all, text: all.reduce((text, next) => text + between.next().value + next) }));
    const numbers = joined(number, [' / ', '; ', ', ', ' - ', '  ', '|']);
    const addresses = joined(mail, [';', ', ', ' ', ' / ', '; ']);
    fc.assert(
      fc.property(numbers, addresses, fc.constantFrom(null, '+393334440000'), (phones, emails, phone2) => {
        const sent = { phone: phones.text, phone2, email: emails.text, notes: '' };
        const kept = withOthersIn(customerFields, 'notes', sent);
        const said = JSON.stringify(kept);
        for (const one of emails.all) expect(said).toContain(one);
        const digits = said.replace(/[^\d"n]/g, '');
        for (const one of phones.all) expect(digits).toContain(one.replace(/\D/g, '').replace(/^0?0?39/, ''));
        expect(readEmail(kept.email)).toBe(emails.all[0]);
        expect(readPhone(kept.phone)).toBe(readPhone(phones.all[0]!));
        expect(withOthersIn(customerFields, 'notes', { ...sent, notes: kept.notes })).toEqual(kept);
      }),
      { numRuns: rounds(100) },
    );
  });

  test('a code is stored as its 11 digits, by call and in a file', async () => {
    const firm = { type: 'fleet', companyName: 'Prova Codici', legalForm: 'srl', vatNumber: 'IT 02438750586' };
    const made = await call(clerk, 'POST /customers', { body: firm });
    expect(made.body).toMatchObject({ vatNumber: '02438750586' });
    const csv = 'Ragione sociale;P.IVA;Forma giuridica;Note\nProva Codici;2438750586;Srl;Dal file';
    expect(await importFile(call, clerk, 'customers', { csv })).toMatchObject({ updated: 1, created: 0, refused: 0 });
    await query('delete from customers where id = $1', [made.body.id]);
  });

  test('a cell that cannot be read is left empty, said, and keeps nothing else out', async () => {
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

  test('a number beside another that cannot be read is kept in the notes', async () => {
    const csv = 'Cognome;Nome;Cellulare\nCorti;Anna;333 4449014 - 234568\nCorti;Bea;051 234567 - 234568';
    expect(await importFile(call, clerk, 'customers', { csv })).toMatchObject({ created: 2 });
    expect(
      await query("select phone, phone2, notes from customers where last_name = 'Corti' order by first_name"),
    ).toEqual([
      { phone: '+393334449014', phone2: null, notes: 'Telefono: 333 4449014 - 234568' },
      { phone: '+39051234567', phone2: '+39051234568', notes: '' },
    ]);
  });

  test('a record with room for one number keeps the first of several, and the check says so', async () => {
    const manager = await world.user(901, EVERY);
    const csv = 'Nome e cognome;E-mail;Telefono\nPiù Numeri;piu@numeri.it;02 1000000 / 333 1234567';
    const it = await importFile(call, manager, 'users', { csv });
    expect(it).toMatchObject({ created: 1, refused: 0 });
    expect(it.fixes).toContainEqual(expect.objectContaining({ fix: 'first', count: 1, isOn: true }));
    expect(await query("select phone from users where email = 'piu@numeri.it'")).toEqual([{ phone: '+39021000000' }]);
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

  test('a note written by hand stays beside what a file says in other columns', async () => {
    const file = async (head: string, cells: string) => {
      const csv = `Codice esterno;Cognome;Nome;${head}\nNOTE-1;Quattro;Anna;${cells}`;
      const { updated, unchanged } = await importFile(call, clerk, 'customers', { csv });
      const [kept] = await query("select notes from customers where external_code = 'NOTE-1'");
      return { updated, unchanged, notes: kept!.notes };
    };
    await file('Note', '"VIP, non chiamare il lunedì"');
    const line = 'Telefono: 333 4449031 casa';
    const notes = `VIP, non chiamare il lunedì\n${line}`;
    expect(await file('Cellulare', '333 4449031 casa')).toEqual({ updated: 1, unchanged: 0, notes });
    expect(await file('Cellulare', '333 4449031 casa')).toEqual({ updated: 0, unchanged: 1, notes });
    // A column of notes without a text says nothing of them; one with a text writes them.
    expect(await file('Cellulare;Note', '333 4449031 casa;-')).toMatchObject({ unchanged: 1, notes });
    expect(await file('Cellulare;Note', '333 4449031 casa;Richiamare')).toMatchObject({
      updated: 1,
      notes: `Richiamare\n${line}`,
    });
    // A list beside which nobody said anything is added once.
    expect(await file('E-mail', '"quattro@example.it; altra@example.it"')).toMatchObject({
      updated: 1,
      notes: `Richiamare\n${line}\nAltra e-mail: altra@example.it`,
    });
  });

  test('a person with one name only is called by it', async () => {
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
