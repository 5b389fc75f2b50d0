/** What portals, forms, spreadsheets and other programs really write: each kind of value and document once more. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPhones } from '#backend/lib/values/phones.ts';
import { legalFormIn } from '#domain/customers/names.ts';
import { provinceIn } from '#domain/customers/provinces.ts';
import { italianTaxCode, italianVat } from '#domain/customers/rules.ts';
import { vatNumberIn } from '#domain/customers/foreign-codes.ts';
import { readEmail } from '#domain/emails.ts';
import { tidyDay } from '#domain/imports/days.ts';
import { tidyNumber } from '#domain/imports/tidy.ts';
import { parseNumber } from '#domain/italian.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { adfDocument, leadDoors, pageMail, plainMail } from '#tests/support/areas/lead-doors.ts';

const { sendMail, sendJson, sendAdf, leads, waiting, empty, close, admitPortal } = await leadDoors();
afterAll(() => close());
beforeAll(() => admitPortal());
beforeEach(() => empty());

type Said = Partial<Record<keyof Lead, unknown>>;
const mario: Said = { name: 'Mario Rossi', phone: '+393331234567' };
/** What one document became: nothing waits, and one lead says this. */
const became = async () => ({ waiting: await waiting(), leads: await leads() });
const only = (expected: Said) => ({ waiting: [], leads: [expect.objectContaining(expected)] });

test.each<[string, string | Buffer, Said]>([
  [
    'telephones behind a label without a sign',
    plainMail('Ciao Salone,\nMario ti ha scritto.\nNome: Mario Rossi\nTel 333 123 4567\nRispondi a questa email'),
    mario,
  ],
  ['dashes', plainMail('Nome - Mario Rossi\nTelefono - 3331234567\nMessaggio - ciao'), { ...mario, message: 'ciao' }],
  ['arrows', plainMail('Nome → Mario Rossi\nTelefono → 3331234567'), mario],
  [
    'all labels in one line',
    plainMail('Nome: Mario Cognome: Rossi Telefono: 3331234567 Email: m@example.it Messaggio: Vorrei un preventivo'),
    { ...mario, email: 'm@example.it', message: 'Vorrei un preventivo' },
  ],
  [
    'what is wanted',
    plainMail('Nome: Mario Rossi\nTelefono: 3331234567\nModello richiesto: Lumera Rea'),
    { ...mario, vehicle: 'Lumera Rea' },
  ],
  [
    'English',
    plainMail('First Name: Mario\nLast Name: Rossi\nMobile Phone: +39 333 1234567\nVehicle of Interest: 2020 Fiat 500'),
    { ...mario, vehicle: '2020 Fiat 500' },
  ],
  [
    'text encoded twice',
    plainMail('Nome: NicolÃ² Rossi\nTelefono: 3331234567\nMessaggio: PerchÃ© no?'),
    { name: 'Nicolò Rossi', message: 'Perché no?' },
  ],
  [
    'Windows-1252 under the name of UTF-8',
    Buffer.from(plainMail('Nome: Nicolò Rossi\nTelefono: 3331234567'), 'latin1'),
    { name: 'Nicolò Rossi', phone: '+393331234567' },
  ],
  [
    'a line across the page',
    pageMail('Nome: Mario Rossi<br>Telefono: 333 1234567<br>Messaggio:<br>Riga uno<br>Riga due<hr>Il portale'),
    { ...mario, message: 'Riga uno\nRiga due\nIl portale' },
  ],
])('mails: %s', async (_, mail, expected) => {
  await sendMail(mail);
  expect(await became()).toEqual(only(expected));
});

test.each<[string, object, Said]>([
  [
    'answers of a form',
    {
      id: '123',
      created_time: '2026-11-10T10:00:00+0000',
      field_data: [
        { name: 'full_name', values: ['Mario Rossi'] },
        { name: 'phone_number', values: ['p:+393331234567'] },
        { name: 'quando_acquisti?', values: ['subito', 'domani'] },
      ],
    },
    { ...mario, details: expect.stringContaining('quando_acquisti?: subito, domani') },
  ],
  [
    'answers of a form of a search engine',
    {
      lead_id: '9',
      user_column_data: [
        { column_id: 'FULL_NAME', string_value: 'Mario Rossi' },
        { column_id: 'PHONE_NUMBER', string_value: '+393331234567' },
      ],
    },
    mario,
  ],
  [
    'parts of names and lists of telephones',
    {
      name: { first: 'Mario', last: 'Rossi' },
      phones: [{ type: 'mobile', value: '3331234567' }, { value: '021234567' }],
      emails: ['m@example.it'],
    },
    { ...mario, phone2: '+39021234567', email: 'm@example.it' },
  ],
  [
    'two people and two cars, each apart',
    {
      contacts: [
        { name: 'Mario Rossi', phone: '3331234567' },
        { name: 'Anna Verdi', email: 'anna@example.it' },
      ],
      vehicles: [
        { make: 'Fiat', model: 'Panda' },
        { make: 'Alfa', model: 'Giulia', trim: 'Veloce' },
      ],
    },
    { ...mario, email: null, vehicle: 'Fiat Panda', details: expect.stringMatching(/anna@example\.it[^]*Veloce/) },
  ],
  [
    'a question in full',
    {
      field_data: [
        { name: 'full_name', values: ['Mario Rossi'] },
        { name: 'qual_è_il_tuo_numero_di_telefono?', values: ['3331234567'] },
      ],
    },
    mario,
  ],
  [
    'questions with their answers',
    {
      answers: [
        { field: { title: 'Come ti chiami?' }, text: 'Mario Rossi' },
        { field: { title: 'Telefono' }, phone_number: '3331234567' },
      ],
    },
    mario,
  ],
  [
    'answers with names of fields',
    {
      field_list: [
        { field_name: 'name', field_value: 'Mario Rossi' },
        { field_name: 'phone_number', field_value: '+393331234567' },
      ],
    },
    mario,
  ],
  [
    'pairs',
    {
      data: [
        ['Nome', 'Mario Rossi'],
        ['Telefono', '3331234567'],
      ],
    },
    mario,
  ],
  [
    'properties with their values',
    {
      properties: { firstname: { value: 'Mario' }, lastname: { value: 'Rossi' }, mobilephone: { value: '3331234567' } },
    },
    mario,
  ],
  [
    'the name of a form above that of the person',
    { name: 'Contatti', data: { Nome: 'Mario Rossi', Telefono: '3331234567' } },
    { ...mario, details: 'name: Contatti' },
  ],
  [
    'the name of a form beside that of the person',
    { form_name: 'Contatti', nome: 'Mario Rossi', telefono: '3331234567', permuta: 'No, grazie' },
    { ...mario, tradeIn: '', details: expect.stringContaining('form_name: Contatti') },
  ],
  [
    'the name of a form below that of the person',
    { form: { name: 'Contatti' }, nome: 'Mario Rossi', contatti: { telefono: '3331234567' } },
    mario,
  ],
  [
    'numbers of questions',
    { q3_nome: { first: 'Mario', last: 'Rossi' }, q5_telefono: { full: '(333) 123-4567' } },
    mario,
  ],
  [
    'a message of a telephone’s program',
    {
      contacts: [{ profile: { name: 'Mario Rossi' }, wa_id: '393331234567' }],
      messages: [{ from: '393331234567', text: { body: 'Ciao' }, type: 'text' }],
    },
    { ...mario, message: 'Ciao' },
  ],
  [
    'several cars as texts',
    { name: 'Mario Rossi', phone: '3331234567', vehicles: ['Fiat 500', 'Fiat Panda'] },
    { ...mario, vehicle: 'Fiat 500, Fiat Panda' },
  ],
  ['an object within a text', { data: JSON.stringify({ name: 'Mario Rossi', phone: '3331234567' }) }, mario],
  [
    'a telephone and an address under one name, twice the same number',
    { name: 'Mario Rossi', contatti: '3331234567 - m@example.it', phone2: '333 1234567', work_email: 'n/a' },
    { ...mario, phone2: null, email: 'm@example.it' },
  ],
  [
    'values that say nothing',
    { name: 'Mario Rossi', phone: '3331234567', email: 'undefined', tradeIn: 'null', vehicle_make: 'Fiat' },
    { ...mario, email: null, tradeIn: '', vehicle: 'Fiat', details: '' },
  ],
  ['a number called by where one is reached', { nominativo: 'Mario Rossi', recapito: '333 1234567' }, mario],
  [
    'levels',
    {
      customer: { firstName: 'Mario', lastName: 'Rossi', phone: '3331234567' },
      vehicle: { make: 'Fiat', model: '500', plate: 'AB123CD' },
      tradeIn: { make: 'Opel', plate: 'ZZ999ZZ' },
      dealer: { name: 'Salone', phone: '0299999999' },
    },
    {
      ...mario,
      vehicle: 'Fiat 500',
      plate: 'AB123CD',
      phone2: null,
      details: expect.stringMatching(/ZZ999ZZ[^]*0299999999/),
    },
  ],
  [
    'what a dealer lists of itself',
    {
      contact: { name: 'Mario Rossi', phone: '3331234567' },
      dealer: {
        contacts: [
          { name: 'email', value: 'salone@example.it' },
          { name: 'phone2', value: '0299999999' },
        ],
      },
    },
    { ...mario, email: null, phone2: null, details: expect.stringMatching(/salone@example\.it[^]*0299999999/) },
  ],
  [
    'signs and tags of HTML',
    {
      nome: 'Mario',
      cognome: 'Rossi',
      telefono: 3331234567,
      auto: 'C3 &amp; co',
      messaggio: '<p>Ciao,<br>l&rsquo;auto &egrave; bella</p>',
    },
    { ...mario, vehicle: 'C3 & co', message: 'Ciao,\nl’auto è bella' },
  ],
  [
    'names of programs',
    {
      customerName: 'Mario Rossi',
      customerPhone: '3331234567',
      vehicleUrl: 'https://x.example.it/1?a=1&copy=2',
      requestText: 'ciao',
    },
    { ...mario, advert: 'https://x.example.it/1?a=1&copy=2', message: 'ciao' },
  ],
])('JSON: %s', async (_, sent, expected) => {
  expect(await sendJson(sent)).toBe(200);
  expect(await became()).toEqual(only(expected));
});

test('JSON: three levels are read, and levels without end are refused', async () => {
  let deep: unknown = 'fondo';
  for (let n = 0; n < 200; n += 1) deep = n % 2 ? [deep] : { a: deep };
  expect(await sendJson({ nome: 'Mario Rossi', telefono: '3331234567', deep })).toBe(422);
  const kept = { a: [{ b: 'fondo' }] };
  expect(await sendJson({ nome: 'Mario Rossi', telefono: '3331234567', kept })).toBe(200);
  expect(await became()).toEqual(only({ ...mario, details: expect.stringContaining('fondo') }));
});

test('ADF: a customer without the element of a prospect', async () => {
  await sendAdf(
    '<adf><customer><contact><name part="full">Mario Rossi</name><phone>3331234567</phone></contact></customer></adf>',
  );
  expect(await became()).toEqual(only(mario));
});

test('ADF: a named document type, a test drive, hours to call', async () => {
  await sendAdf(
    `<?xml version="1.0"?><!DOCTYPE adf SYSTEM "adf.dtd">${adfDocument('<vehicle interest="test-drive"><make>Fiat</make></vehicle><customer><contact><name part="full">Mario Rossi</name><phone time="evening">3331234567</phone></contact></customer>', '')}`,
  );
  expect(await became()).toEqual(
    only({ ...mario, vehicle: 'Fiat', details: expect.stringMatching(/prova su strada[^]*evening/) }),
  );
});

test.each([
  ['p:+393331234567', '+393331234567'],
  ['3331234567.0', '+393331234567'],
  ['+39 39 333 1234567', '+393331234567'],
  ['３３３１２３４５６７', '+393331234567'],
  ['3,33123E+09', undefined],
  ['02 1234567 - fax 02 1234568', '+39021234567'],
  ['Fax: 02 1234567; cell. 333 1234567', '+393331234567'],
  ['Fax 02 1234568 - 333 1234567', '+393331234567'],
  ['Tel./Fax 02 12345678', '+390212345678'],
  ['fax 02 12345678', '+390212345678'],
  // A digit too many.
  ['33312345678', undefined],
])('telephones: %s', (typed, expected) => expect(readPhones(typed)[0]).toBe(expected));

test.each([
  ['02438750586.0', '02438750586'],
  ['2438750586,00', '02438750586'],
  ["'02438750586", '02438750586'],
  ['cf 02438750586', '02438750586'],
  ['P.IVA 02438750586', '02438750586'],
  ['IT-02438750586', '02438750586'],
])('codes: %s', (typed, code) => expect([italianVat(typed), italianTaxCode(typed)]).toEqual([code, code]));
test.each(['05426', '5426', 'SM5426', 'sm 05426', 'COE SM05426'])('codes of San Marino: %s', (typed) =>
  expect(vatNumberIn('SM', typed)).toBe('SM05426'),
);
test.each([
  ['GR', 'GR123456789', 'EL123456789'],
  ['BE', 'BE 123.456.789', 'BE0123456789'],
  ['DE', 'USt-IdNr. DE123456789', 'DE123456789'],
  ['GB', 'GB 123 4567 89', 'GB123456789'],
])('codes of %s: %s', (country, typed, code) => expect(vatNumberIn(country, typed)).toBe(code));

test.each([
  ['example.it', null],
  ['m,rossi@example.it', null],
  ['3331234567,anna@example.it', 'anna@example.it'],
  ['anna chiocciola example.it', null],
  ['anna@example.it/bea@example.it', 'anna@example.it'],
  ['anna@example.it?subject=Auto', 'anna@example.it'],
  ['uno@example.it; Due <due@example.it>', 'uno@example.it'],
])('addresses: %s', (typed, expected) => expect(readEmail(typed)).toBe(expected));

test.each([
  ['1° febbraio 1980', '1980-02-01'],
  ['ven 01/02/1980', '1980-02-01'],
  ['01/02/1980,', '1980-02-01'],
  ["'01/02/1980", '1980-02-01'],
  ['/Date(318207600000)/', '1980-02-01'],
  ['mar 2020', '2020-03-01'],
  ['"01/02/1980"', '1980-02-01'],
])('days: %s', (typed, day) => expect(tidyDay(typed, 2026, '2026-11-28')).toBe(day));

test.each([
  ['Euro 18.900,00=', 18_900],
  ['18.900.-', 18_900],
  ['€ 18.900 trattabili', 18_900],
  ['18.900 Euro (IVA esposta)', 18_900],
  ['IVA incl. 18.900', 18_900],
  ['IVA escl. 18.900', null],
  ['18.900 + passaggio di proprietà', 18_900],
  ['18.900 € + p.p.', 18_900],
  ['euro 18.900,00.', 18_900],
  [`18.900${' '.repeat(19_000)}x`, null],
])('amounts: %s', (typed, amount) => expect(parseNumber(tidyNumber(typed))).toBe(amount));

test.each([
  ['Alfa s.s.d. a r.l.', 'srl'],
  ['ALFA s.coop.', 'sc'],
  ['Alfa S.c.s.', 'sc'],
  ['SCS Consulenze S.p.A.', 'spa'],
  ['Spa Benessere di Rossi Anna', null],
  ['Alfa SpA a s.u.', 'spa'],
])('forms: %s', (name, form) => expect(legalFormIn(name)).toBe(form));

test('a province in both languages', () => {
  expect(provinceIn('Bolzano/Bozen', [{ code: 'BZ', name: 'Bolzano' }])).toBe('BZ');
});
