/** Who is one person: what identifies, what only likens. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerFields } from '#domain/customers/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { sameName } from '#domain/customers/same-name.ts';
import { adfDocument, customerOf, leadDoors, plainMail, PORTAL } from '#tests/support/areas/lead-doors.ts';
import { importFile, workAt } from '#tests/support/imports.ts';
import { EVERY } from '#tests/support/world.ts';

const doors = await leadDoors();
const { sendAdf, sendJson, leads, waiting, empty, close, call, query, manager, admitPortal, settle, outside } = doors;
const importer = doors.user(901, EVERY);
afterAll(() => close());
beforeAll(() => admitPortal());
beforeEach(() => empty());

const names = async () => (await leads()).map(({ name }) => name);
describe('the id of a lead', () => {
  const own = '<id source="stock">U-77</id>';
  test.each([
    ['is not that of a vehicle', `<vehicle status="used">${own}<make>Fiat</make></vehicle>`],
    ['is not that of a vendor', `<vendor>${own}<vendorname>Salone</vendorname></vendor>`],
    ['is not that of a provider', `<provider>${own}<name>Portale</name></provider>`],
    ['does not make one of two people', own],
  ])('%s', async (_, enclosed) => {
    for (const [n, phone] of [
      ['A', '3331110002'],
      ['B', '3331110003'],
    ] as const)
      await sendAdf(adfDocument(`${enclosed}${customerOf('Elle', `Due${n}`, phone, `l2${n}@example.it`)}`));
    expect(await names()).toEqual(['Elle DueA', 'Elle DueB']);
  });

  test('an id of 81 signs is not that of another lead', async () => {
    const id = 'x'.repeat(80);
    const lead = (end: string) => ({ id: id + end, name: 'Anna Prova', phone: '3331110050', vehicle: `Auto ${end}` });
    await sendJson(lead('1'), lead('2'), lead('2'));
    const [one] = await leads();
    expect([one!.vehicle, one!.joined.map(({ vehicle }) => vehicle)]).toEqual(['Auto 1', ['Auto 2']]);
  });

  test('is needed by none: each is a lead', async () => {
    await sendJson({ name: 'Anna Prova', phone: '3331110051' }, { name: 'Bea Prova', phone: '3331110052' });
    expect(await names()).toEqual(['Anna Prova', 'Bea Prova']);
  });
});

describe('names', () => {
  test.each([
    ['Ли Вэй', '王 伟', false],
    ['王伟', '王伟', true],
    ['Ли Вэй', 'вэй ЛИ', true],
    ['محمد علي', 'أحمد علي', false],
    ['राम कुमार', 'रमा कुमार', false],
    ['Nicolò D’Angelo', "NICOLO' D'ANGELO", true],
    ['Gentile Mario', 'Mario Gentile', true],
    ['Frau Anna', 'Anna', false],
    ['1 '.repeat(10_000), 'Mario Rossi', false],
    ['Jürgen Groß', 'GROSS Jürgen', true],
    ['Ştefan Țepeș', 'Stefan Tepes', true],
    ['', 'Anna Prova', false],
    ['', '', false],
    ['—', '—', false],
    ['Anna Prova', 'Bea Prova', false],
    ['Annamaria Rossi', 'Rossi Anna Maria', true],
    ["D'Angelo Anna", 'DAngelo Anna', true],
    ['Müller Hans', 'Hans Mueller', true],
    ['Łukasz Wałęsa', 'Lukasz Walesa', true],
    ['Søren Prova', 'Soren Prova', true],
    ['Sig.ra Anna Prova', 'Anna Prova', true],
    ['Mario Rossi', 'Mario Rossi Jr', false],
    ['M. Rossi', 'Mario Rossi', false],
  ])('%s and %s', (one, other, expected) => {
    expect([sameName(one, other), sameName(other, one)]).toEqual([expected, expected]);
  });

  test('in other letters with one telephone are two people, and a question', async () => {
    await sendJson({ name: 'Ли Вэй', phone: '333 2220001' });
    await sendJson({ name: '王 伟', phone: '333 2220001' });
    const [one, other] = await leads();
    expect([one!.name, other!.name, other!.same]).toEqual([
      'Ли Вэй',
      '王 伟',
      [expect.objectContaining({ id: one!.id, by: 'phone' })],
    ]);
  });

  test('names that are not known are nobody’s', async () => {
    await sendJson({ phone: '333 2220002' }, { name: 'Anna Prova', phone: '333 2220002' }, { phone: '333 2220002' });
    expect(await names()).toEqual(['', 'Anna Prova', '']);
  });
});

describe('a request of somebody who is known', () => {
  const first = { name: 'Anna Join', email: 'Anna.Join@Example.it', phone: '333 9990001', vehicle: 'Lumera Rea' };
  const second = {
    ...{ name: 'anna join', email: 'anna.join@example.it', phone: '333 9990002', vehicle: 'Fiat 500 usata' },
    ...{ plate: 'AB123CD', advert: 'https://x.example.it/2' },
  };

  test('is an entry of its own: car, plate, advert and telephone together, and it is found', async () => {
    await sendJson(first);
    await sendJson(second);
    const [one, ...others] = await leads();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      vehicle: 'Lumera Rea',
      plate: '',
      advert: '',
      phone: '+393339990001',
      phone2: '+393339990002',
    });
    expect(one!.joined).toEqual([
      expect.objectContaining({
        vehicle: 'Fiat 500 usata',
        plate: 'AB123CD',
        advert: second.advert,
        phone: '+393339990002',
      }),
    ]);
    for (const q of ['3339990002', 'AB123CD', '500']) {
      const { body } = await call(manager, 'GET /leads', { query: { q } });
      expect([q, body.rows.map(({ id }: { id: number }) => id)]).toEqual([q, [one!.id]]);
    }
    // By the second telephone as well.
    await sendJson({ name: 'Anna Join', phone: '333 9990002', vehicle: 'Terza' });
    expect((await leads())[0]!.joined).toHaveLength(2);
  });

  test('taken apart, each has its own again', async () => {
    await sendJson(first);
    await sendJson(second);
    const [one] = await leads();
    const { id, version, joined } = one!;
    await call(manager, 'POST /leads/:id/part', { params: { id }, version, body: { otherId: joined[0]!.id } });
    expect((await leads()).map(({ phone, phone2, plate }) => [phone, phone2, plate])).toEqual([
      ['+393339990001', null, ''],
      ['+393339990002', null, 'AB123CD'],
    ]);
    const { body } = await call(manager, 'GET /leads', { query: { q: '3339990002' } });
    expect(body.rows).toHaveLength(1);
  });

  test('with the plate of another’s car is another’s', async () => {
    await sendJson({ name: 'Anna Prova', phone: '333 9990003', plate: 'AB123CD' });
    await sendJson({ name: 'Anna Prova', phone: '333 9990004', plate: 'AB123CD' });
    expect(await names()).toEqual(['Anna Prova', 'Anna Prova']);
  });
});

test('one value that nobody can read is left out and told, the lead is taken', async () => {
  await sendJson({
    ...{
      name: 'Anna\u200b Prova',
      phone: '333 0000013 chiamare solo dopo le ore venti, grazie mille',
      email: 'non ho',
      vehicleType: 'Usato',
    },
    ...{ taxCode: 'X'.repeat(40), budget: 20_000, askedAt: 'ieri', type: 'boh', message: 'm'.repeat(5000) },
  });
  const [one] = await leads();
  expect(one).toMatchObject({
    name: 'Anna Prova',
    phone: '+393330000013',
    email: null,
    vehicleType: 'used',
    type: 'sales',
  });
  for (const told of ['ore venti', 'non ho', 'X'.repeat(40), 'budget: 20000', 'ieri', 'boh'])
    expect(one!.details).toContain(told);
  expect([one!.message.length, one!.details.includes('m'.repeat(5000))]).toEqual([4000, true]);
});

test('a lead that nobody could call waits with all that was said', async () => {
  await sendJson({ id: 'W-1', nome: 'Anna', cognome: 'Prova', telefono: 'non fornito', budget: 20_000 });
  expect(await waiting()).toEqual([
    expect.objectContaining({
      why: expect.stringContaining('Telefono'),
      raw: expect.stringMatching(/non fornito.*20000/),
      found: expect.objectContaining({ name: 'Anna Prova', details: expect.stringContaining('non fornito') }),
    }),
  ]);
});

describe('customers of a file', () => {
  const ugo = { first_name: 'Ugo', tax_code: 'CPPGUO70A01F205W', phone: null };
  const stored = () =>
    query('select first_name, tax_code, phone from customers where company_id = 901 order by first_name, id');
  const bring = async (...lines: string[]) => {
    const as = await importer;
    const csv = ['Cognome;Nome;Telefono;E-mail', ...lines].join('\n');
    const { created, updated, joined, refused } = await importFile(call, as, 'customers', {
      csv,
      work: (id) => workAt(outside, as, id),
    });
    return { created, updated, joined, refused };
  };
  beforeEach(async () => {
    await query('delete from customers where company_id = 901');
    await query(
      `insert into customers (company_id, type, name, first_name, last_name, tax_code, email)
       values (901, 'private', 'Ugo Coppia', 'Ugo', 'Coppia', 'CPPGUO70A01F205W', 'Coppia@example.it')`,
    );
  });

  test.each([
    ['another first name', 'Coppia;Ida;333 6660042;coppia@example.it', { created: 1, updated: 0 }, ['Ida', 'Ugo']],
    ['another script', '王;伟;333 6660042;coppia@example.it', { created: 1, updated: 0 }, ['Ugo', '伟']],
    ['the same name in other letters', 'COPPIA;UGO;;COPPIA@EXAMPLE.IT', { created: 0 }, ['Ugo']],
    ['the same name and more', 'Coppia;Ugo;333 6660042;coppia@example.it', { updated: 1 }, ['Ugo']],
  ])('with the address of somebody and %s', async (_, line, counted, expected) => {
    expect(await bring(line)).toMatchObject({ refused: 0, ...counted });
    const rows = await stored();
    expect(rows.map((one) => one.first_name).toSorted()).toEqual(expected.toSorted());
    expect(rows.find((one) => one.first_name === 'Ugo')).toMatchObject({ tax_code: ugo.tax_code });
  });

  test.each([
    [
      'two people of one address',
      ['Doppia;Ada;333 6660012;j9@example.it', 'Doppia;Bea;333 6660013;j9@example.it'],
      { created: 2, joined: 0 },
    ],
    [
      'one person in capitals',
      ['Maiusc;Ada;;Ada.Maiusc@Example.it', 'MAIUSC;ADA;333 6660014;ada.maiusc@example.it'],
      { created: 1, joined: 1 },
    ],
    ['people without an address', ['Uno;Ada;333 6660015;', 'Due;Bea;333 6660015;'], { created: 2, joined: 0 }],
    ['three of a family', ['X;Ada;1;f@example.it', 'X;Bea;;f@example.it', 'X;Ada;;F@example.it'], {}],
  ])('%s', async (_, lines, counted) => {
    const told = await bring(...lines);
    expect(told).toMatchObject(counted);
    expect((told.created as number) + (told.joined as number) + (told.refused as number)).toBe(lines.length);
  });

  test('customers of San Marino are one, with the letters of their code and without', async () => {
    const firm = (vatNumber: string) => ({
      ...blankOf(customerFields),
      ...{ type: 'fleet', country: 'SM', companyName: 'Titano', vatNumber, legalForm: null, distinctFrom: [] },
      ...{ address: 'Via Uno 1', city: 'San Marino' },
    });
    const as = await importer;
    const made = await call(as, 'POST /customers', { body: firm('SM05426') });
    expect([made.status, made.body.vatNumber]).toEqual([201, 'SM05426']);
    expect((await call(as, 'POST /customers', { body: firm('05426') })).status).toBe(409);
    const csv = 'Ragione sociale;P.IVA;Nazione;Note\nTitano;05426;San Marino;Dal file';
    expect(await importFile(call, as, 'customers', { csv })).toMatchObject({ created: 0, updated: 1 });
  });
});

test('mails that name an erased person are gone, also where they wait; those that name others stay', async () => {
  const as = await importer;
  const data = {
    type: 'private',
    firstName: 'Iva',
    lastName: 'Cancellata',
    email: 'iva@example.it',
    phone: '333 2220077',
  };
  const { body: customer } = await call(as, 'POST /customers', { body: data });
  const mail = (from: string, said: string) => plainMail(said).replace(`Portale Auto <${PORTAL}>`, `<${from}>`);
  for (const text of [
    mail('iva@example.it', 'Sono Iva.'),
    mail('altri@example.it', 'Per conto di Iva: tel. +39 333-222.0077'),
    mail('iviva@example.it', 'Scrivere a joiva@example.it'),
  ])
    await call(manager, 'POST /leads/inbound/mail', { file: Buffer.from(text) });
  await sendAdf(
    adfDocument(
      customerOf('Iva', 'Cancellata', '3332220077', 'iva@example.it', `<comments>${'x '.repeat(9000)}</comments>`),
    ),
  );
  expect([(await waiting()).length, (await leads())[0]!.originals.length]).toEqual([3, 1]);
  const params = { id: customer.id };
  const { version } = (await call(as, 'GET /persons/:id/erasure', { params })).body;
  const body = { reason: 'request', name: 'Iva Cancellata' };
  expect((await call(as, 'POST /persons/:id/erasure', { params, version, body })).status).toBe(200);
  expect((await waiting()).map(({ sender }) => sender)).toEqual(['iviva@example.it']);
  const left = await query('select * from lead_intakes where company_id = 901 and settled_at is not null');
  expect(JSON.stringify(left)).not.toMatch(/iva@example|2220077|Iva/);
});

test.each([
  ['cognome and nome', { cognome: 'Coppia', nome: 'Ugo' }, { cognome: 'Coppia', nome: 'Ida' }],
  ['last and first name', { lastName: 'Coppia', firstName: 'Ugo' }, { lastName: 'Coppia', firstName: 'Ida' }],
])('names and cars in parts, whatever their order: %s', async (_, one, other) => {
  const both = { telefono: '333 2220009', email: 'coppia@example.it', year: 2020, model: 'Panda', make: 'Fiat' };
  await sendJson({ ...one, ...both }, { ...other, ...both });
  expect((await leads()).map(({ name, vehicle, details }) => [name, vehicle, details])).toEqual([
    ['Ugo Coppia', 'Fiat Panda 2020', ''],
    ['Ida Coppia', 'Fiat Panda 2020', ''],
  ]);
});

test('a code that is too long is no code', async () => {
  const long = { plate: 'AB123CD AB456EF', taxCode: 'CPPGUO70A01F205W-2', advert: `https://x.it/${'1'.repeat(300)}` };
  await sendJson({ name: 'Anna Prova', phone: '333 2220010', ...long });
  const [one] = await leads();
  expect(one).toMatchObject({ plate: '', taxCode: '', advert: '' });
  for (const told of Object.values(long)) expect(one!.details).toContain(told);
});

describe('what takes long to read', () => {
  const many = (n: number, text: string) => text.repeat(n);
  test.each([
    ['addresses without an end', plainMail(many(20_000, '@')).replace(PORTAL, 'altri@example.it')],
    ['points without an end', plainMail(many(6000, 'a@.')).replace(PORTAL, 'altri@example.it')],
    ['blanks of a table', plainMail(`|${many(19_000, ' ')}x`).replace(PORTAL, 'altri@example.it')],
  ])('is read as well: %s', async (_, mail) => {
    await call(manager, 'POST /leads/inbound/mail', { file: Buffer.from(mail) });
    await settle();
    expect(await waiting()).toHaveLength(1);
  });

  test('is read as well: a telephone and a day without an end', async () => {
    const phone = `333 1110061 ${many(300_000, ' ')}x${many(200_000, '@')}`;
    const prospect = `<requestdate>mon ${many(200_000, '2')}</requestdate><customer><contact><name part="full">Anna Prova</name><phone>${phone}</phone></contact></customer>`;
    await sendAdf(adfDocument(prospect));
    expect((await leads()).map((one) => one.phone)).toEqual(['+393331110061']);
  });

  test.each([
    ['people', many(21, customerOf('A', 'B', '3331110062', 'a@example.it'))],
    [
      'cars',
      `${many(51, '<vehicle><make>Fiat</make></vehicle>')}${customerOf('A', 'B', '3331110062', 'a@example.it')}`,
    ],
    ['people and cars', `${many(9000, '<vehicle><make>F</make></vehicle>')}${many(20_000, '<customer/>')}`],
  ])('waits whole: a request of too many %s', async (_, prospect) => {
    await sendAdf(adfDocument(prospect));
    expect([(await waiting()).map(({ why }) => why), await leads()]).toEqual([
      [expect.stringContaining('troppe persone o troppe auto')],
      [],
    ]);
  });
});
