/** Documents in parts: what a value means follows from what encloses it (ADF 1.0). */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Lead } from '#domain/leads/schema.ts';
import { adfDocument, customerOf, leadDoors } from '#tests/support/areas/lead-doors.ts';

const { sendAdf, leads, waiting, empty, close, call, manager, clock } = await leadDoors();
afterAll(() => close());
beforeEach(() => empty());

const car = (interest: string, status: string, make: string, model: string, more = '') =>
  `<vehicle interest="${interest}" status="${status}"><year>2014</year><make>${make}</make><model>${model}</model>${more}</vehicle>`;
const given = car(
  'trade-in',
  'used',
  'Fiat',
  'Panda',
  '<odometer units="km">91000</odometer><vin>ZFA16900000000001</vin>',
);
const wanted = '<vehicle interest="buy" status="new"><year>2026</year><make>Lumera</make><model>Rea</model></vehicle>';
const person = (n: number, more = '') =>
  customerOf('Elle', `Numero${n}`, `33311100${String(n).padStart(2, '0')}`, `l${n}@example.it`, more);
const contact = (inside: string) => `<customer><contact>${inside}</contact></customer>`;
const full = '<name part="full">Elle Prova</name>';

/** A document, and what its only lead says. */
const cases: readonly [string, string, Partial<Record<keyof Lead, unknown>>][] = [
  [
    'the trade-in before the wanted car',
    `<id source="P">T-1</id>${given}${wanted}${person(1)}`,
    {
      vehicle: '2026 Lumera Rea',
      vehicleType: 'new',
      tradeIn: expect.stringMatching(/2014 Fiat Panda.*91000 km.*ZFA16900000000001/),
    },
  ],
  [
    'the trade-in behind the wanted car',
    `<id>T-1b</id>${wanted}${given}${person(1)}`,
    { vehicle: '2026 Lumera Rea', vehicleType: 'new', tradeIn: expect.stringContaining('Fiat Panda') },
  ],
  [
    'a car that is sold to the dealer alone',
    `${car('sell', 'used', 'Fiat', 'Tipo')}${person(2)}`,
    { vehicle: '', vehicleType: null, tradeIn: '2014 Fiat Tipo' },
  ],
  [
    'a car without interest',
    `<vehicle><make>Fiat</make><model>500</model></vehicle>${person(2)}`,
    { vehicle: 'Fiat 500' },
  ],
  [
    'two cars that are wanted',
    `${car('lease', 'New', 'Fiat', '600')}${car('test-drive', 'used', 'Fiat', 'Topolino')}${person(2)}`,
    {
      vehicle: '2014 Fiat 600',
      vehicleType: 'new',
      details: expect.stringMatching(/Altra auto richiesta: .*Topolino/),
    },
  ],
  [
    'the seller’s text and the customer’s words',
    `<id>T-3</id><vehicle status="used"><make>Fiat</make><model>500</model><comments>Unico proprietario</comments></vehicle>${person(3, '<comments>Vorrei provarla sabato alle 15</comments>')}`,
    { message: 'Vorrei provarla sabato alle 15', details: expect.stringContaining('Unico proprietario') },
  ],
  [
    'words of the customer in their contact, and of the prospect',
    `<customer><contact>${full}<phone>3331110004</phone><comments>Solo la sera</comments></contact></customer><comments>Cerco un’auto</comments>`,
    { message: 'Solo la sera\nCerco un’auto' },
  ],
  [
    'the mobile behind the fax',
    contact(`${full}<phone type="fax">0211100071</phone><phone type="cellphone">3331110007</phone>`),
    { phone: '+393331110007', details: expect.stringContaining('0211100071') },
  ],
  [
    'telephones of home, work and pocket',
    contact(
      `${full}<phone type="home">0266600011</phone><phone type="work">0266600012</phone><phone type="mobile">3331110008</phone>`,
    ),
    { phone: '+393331110008', phone2: '+390266600011', details: expect.stringContaining('0266600012') },
  ],
  [
    'capitals in status, elements and parts',
    `<Vehicle Interest="BUY" Status="USED"><Make>Fiat</Make><Model>Tipo</Model><VIN>ZFA31200000123456</VIN></Vehicle><Customer><Contact><Name Part="FULL">Elle Sedici</Name><Phone>3331110019</Phone></Contact></Customer>`.replaceAll(
      /(Interest|Status|Part)=/g,
      (name) => name.toLowerCase(),
    ),
    { name: 'Elle Sedici', vehicleType: 'used', vin: 'ZFA31200000123456' },
  ],
  [
    'kilometres, price and finance',
    `<vehicle interest="buy"><make>Fiat</make><model>Tipo</model><odometer units="km">85000</odometer><price type="quote" currency="eur">12900</price><finance><method>lease</method><amount type="monthly" currency="EUR">199</amount></finance></vehicle>${person(5)}`,
    { details: expect.stringMatching(/85000 km[^]*12900 EUR[^]*lease[^]*199 EUR/) },
  ],
  [
    'names by their part, whatever the order',
    contact(
      '<name part="last">Rossi</name><name part="middle">Pia</name><name part="first">Anna</name><phone>3331110009</phone>',
    ),
    { name: 'Anna Pia Rossi' },
  ],
  [
    'a surname that holds the first name',
    contact('<name part="first">Paolo</name><name part="last">Di Paolo</name><phone>3331110059</phone>'),
    { name: 'Paolo Di Paolo' },
  ],
  [
    'a firm and its person',
    contact(
      '<name part="full" type="business">Alfa S.r.l.</name><name part="full" type="individual">Anna Rossi</name><phone>3331110010</phone>',
    ),
    { name: 'Anna Rossi', details: expect.stringContaining('Alfa S.r.l.') },
  ],
  [
    'names and telephones of provider and vendor',
    `<provider><name part="full">Portale</name><phone>0299999999</phone><email>x@portale.example</email></provider><vendor><id>V-1</id><contact><name part="full">Autosalone</name><phone>0288888888</phone></contact></vendor>${person(6)}`,
    { name: 'Elle Numero6', phone: '+393331110006', email: 'l6@example.it', details: '' },
  ],
  [
    'the first contact and another',
    `<customer><contact><name part="full">Marito Prova</name><phone>3331110012</phone></contact><contact primarycontact="1"><name part="full">Moglie Prova</name><phone>3331110011</phone></contact></customer>`,
    { name: 'Moglie Prova', phone: '+393331110011', details: expect.stringMatching(/Marito Prova[^]*3331110012/) },
  ],
  [
    'where they live and when they want it',
    `<customer><contact>${full}<phone>3331110013</phone><address><street line="1">Via Brera 5</street><city>Milano</city></address></contact><timeframe><description>entro un mese</description></timeframe></customer>`,
    { details: expect.stringMatching(/Via Brera 5[^]*Milano[^]*entro un mese/) },
  ],
  [
    'a text that is no number',
    contact(`${full}<email>l5@example.it</email><phone>non fornito</phone>`),
    { email: 'l5@example.it', phone: null, details: expect.stringContaining('non fornito') },
  ],
  [
    'a name in elements of its own',
    contact('<name><first>Anna</first><last>Rossi</last></name><phone>3331110016</phone>'),
    { name: 'Anna Rossi', details: '' },
  ],
  [
    'a name of elements beside it',
    contact('<firstname>Anna</firstname><lastname>Rossi</lastname><phone>3331110017</phone>'),
    { name: 'Anna Rossi', details: '' },
  ],
  [
    'a full name of one word beside a surname',
    contact('<name part="full">Anna</name><name part="last">Rossi</name><phone>3331110018</phone>'),
    { name: 'Anna Rossi' },
  ],
  [
    'a first name that is the whole one, and a part that is none',
    contact(
      '<name part="first">Anna Rossi</name><name part="middle">N/A</name><name part="last">Rossi</name><phone>3331110020</phone>',
    ),
    { name: 'Anna Rossi' },
  ],
  [
    'a state of other portals, and a make within the model',
    `<vehicle status="pre-owned"><make>Fiat</make><model>Fiat Panda</model></vehicle>${person(11)}`,
    { vehicle: 'Fiat Panda', vehicleType: 'used' },
  ],
  ['HTML in the customer’s words', person(12, '<comments>Uno<br>Due</comments>'), { message: 'Uno\nDue' }],
  [
    'entities, CDATA and a plate',
    `<vehicle><make>Citro&#235;n</make><model><![CDATA[C3 & co]]></model><licenseplate>ab123cd</licenseplate><url>https://x.example.it/1</url></vehicle>${person(7)}`,
    { vehicle: 'Citroën C3 & co', plate: 'ab123cd', advert: 'https://x.example.it/1' },
  ],
];

test.each(cases)('documents: %s', async (_, prospect, expected) => {
  expect(await sendAdf(adfDocument(prospect))).toBe(204);
  expect(await waiting()).toEqual([]);
  const [lead, ...others] = await leads();
  expect([lead, others]).toEqual([expect.objectContaining(expected), []]);
});

test.each([
  ['Latin-1', 'ISO-8859-1', Buffer.from('Nicolò', 'latin1')],
  ['Windows', 'windows-1252', Buffer.from('Nicolò', 'latin1')],
  ['UTF-8 that is Latin-1', 'UTF-8', Buffer.from('Nicolò', 'latin1')],
  ['UTF-8', 'utf-8', Buffer.from('Nicolò')],
])('documents: declared as %s', async (_, declared, name) => {
  const [before, behind] = adfDocument(
    contact('<name part="full">@ Otto</name><phone>3331110015</phone>'),
    `<?xml version="1.0" encoding="${declared}"?>`,
  ).split('@') as [string, string];
  await sendAdf(Buffer.concat([Buffer.from(before), name, Buffer.from(behind)]));
  expect((await leads()).map((one) => one.name)).toEqual(['Nicolò Otto']);
});

test('documents: one that says more than a lead has room for is kept beside it; one that waits is read in full', async () => {
  const long = `${'parole '.repeat(3000)}fine`;
  await sendAdf(adfDocument(person(9, `<comments>${long}</comments>`)));
  const [lead] = await leads();
  expect(lead!.originals).toMatchObject([{ source: 'PortaleProva', isMail: false }]);
  const params = { id: lead!.id, intakeId: lead!.originals[0]!.id };
  const file = await call(manager, 'GET /leads/:id/originals/:intakeId', { params });
  expect((file.body as Buffer).toString()).toContain(long);
  await sendAdf(`<adf><prospect>${long}`);
  const [waits] = await waiting();
  expect(waits).toMatchObject({ hasFile: true });
  const whole = await call(manager, 'GET /leads/inbound/:intakeId/file', { params: { intakeId: waits!.id } });
  expect((whole.body as Buffer).toString()).toBe(`<adf><prospect>${long}`);
});

test('documents: UTF-16 with its mark', async () => {
  const text = adfDocument(
    contact('<name part="full">Nicolò Otto</name><phone>3331110015</phone>'),
    '<?xml version="1.0" encoding="UTF-16"?>',
  );
  await sendAdf(Buffer.from(`\ufeff${text}`, 'utf16le'));
  expect((await leads()).map(({ name }) => name)).toEqual(['Nicolò Otto']);
});

test.each([
  ['2026-11-10T10:00:00+0100', '2026-11-10T09:00:00.000Z'],
  ['2026-11-10T10:00:00-08:00', '2026-11-10T18:00:00.000Z'],
  ['2026-11-10T10:00:00Z', '2026-11-10T10:00:00.000Z'],
  ['2026-11-10T10:00:00', '2026-11-10T09:00:00.000Z'],
  ['2026-11-10 10:00', '2026-11-10T09:00:00.000Z'],
  ['2026-11-10', '2026-11-09T23:00:00.000Z'],
  ['10/11/2026 10:00', '2026-11-10T09:00:00.000Z'],
  ['Tue, 10 Nov 2026 10:00:00 +0100', '2026-11-10T09:00:00.000Z'],
  ['10/11/2026 - 10:00', '2026-11-10T09:00:00.000Z'],
  ['martedì 10 novembre 2026 alle ore 10.00', '2026-11-10T09:00:00.000Z'],
  ['10.11.2026, 10:00 Uhr', '2026-11-10T09:00:00.000Z'],
  ['2026-11-10 10:00:00 CET', '2026-11-10T09:00:00.000Z'],
  ['2026-11-10 10:00 GMT+1', '2026-11-10T09:00:00.000Z'],
  // Without a zone it is Rome's clock, wherever the machine stands.
  ['Nov 10, 2026 10:00 AM', '2026-11-10T09:00:00.000Z'],
  ['1794301200', '2026-11-10T09:00:00.000Z'],
  // The tenth of November and the eleventh of October.
  ['11/10/2026 10:00 AM', null],
  ['domani', null],
])('documents: asked %s', async (written, expected) => {
  await sendAdf(adfDocument(`<requestdate>${written}</requestdate>${person(8)}`));
  const [lead] = await leads();
  expect(lead!.askedAt && new Date(lead!.askedAt).toISOString()).toBe(expected);
  if (expected === null) expect(lead!.details).toContain(written);
});

test('documents: year, make and model in any order fit a rule for the brand', async () => {
  const { body: now } = await call(manager, 'GET /leads/settings', {});
  const rule = {
    source: null,
    sourceName: '',
    type: null,
    locationId: null,
    brand: 'Lumera',
    keeps: false,
    how: 'nobody',
    userId: null,
  };
  const body = { ...now.periods[0].values, rules: [rule], from: clock.now.toISOString().slice(0, 10) };
  await call(manager, 'PUT /leads/settings', { version: now.version, body });
  for (const [vehicle, at] of [
    ['2024 Lumera Rea', 0],
    ['Rea Lumera 2024', 0],
    ['Lumerana 500', -1],
  ] as const) {
    const tried = await call(manager, 'GET /leads/settings/test', {
      query: { source: 'portal', type: 'sales', vehicle },
    });
    expect([vehicle, tried.body.at]).toEqual([vehicle, at]);
  }
});
