import { afterAll, beforeEach, expect, test } from 'vitest';
import { privileges as p } from '#domain/privileges.ts';
import { meanGiven } from '#domain/quotes/setting-examples.ts';
import { quoteSections } from '#domain/quotes/terms.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, call, car, clock, draft } = world;
afterAll(() => world.close());
const start = clock.now;
beforeEach(() => (clock.now = start));

const manager = await world.user(901, EVERY);
const read = async () => (await call(manager, 'GET /quotes/settings')).body;
const save = async (changes: object, from = '2026-11-20') => {
  const { version, periods } = await read();
  const body = { ...periods[0].values, ...changes, from };
  return call(manager, 'PUT /quotes/settings', { version, body });
};
const sheet = async () =>
  (await call(manager, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } })).body;
const issued = async () => {
  const { id } = (await call(manager, 'POST /quotes', { body: draft(alfa) })).body;
  return (await call(manager, 'POST /quotes/:id/issue', { params: { id }, version: 1 })).body;
};

test('a change prices what is made from its day on and never what was issued', async () => {
  const before = await issued();
  const sheetBefore = (await call(manager, 'GET /quotes/:id/sheet', { params: { id: before.id } })).body;
  expect(before.expiresOn).toBe('2026-11-28');
  expect((await save({ expiryDays: 15, roadPreparation: 120_000, footer: 'Nuove condizioni' })).status).toBe(200);
  expect((await issued()).expiresOn).toBe('2026-12-05');
  expect((await sheet()).params).toMatchObject({ expiryDays: 15, roadCost: 120_000 });
  const sections = [...quoteSections].reverse();
  expect((await save({ sections, deposit: 500_00 })).status).toBe(200);
  expect((await call(manager, 'GET /quotes/start')).body).toMatchObject({ sections, deposit: 500_00 });
  expect((await call(manager, 'GET /quotes/:id', { params: { id: before.id } })).body.expiresOn).toBe('2026-11-28');
  expect((await call(manager, 'GET /quotes/:id/sheet', { params: { id: before.id } })).body).toEqual(sheetBefore);
});

test('messa su strada is the sum of its entries, typed with VAT or without, and printed by them', async () => {
  const printed = async () => {
    const { id } = await issued();
    const pdf = (await call(manager, 'GET /quotes/:id/document', { params: { id } })).body as Buffer;
    return pdfText(pdf).join(' ').replaceAll(/\s+/g, ' ');
  };
  const one = { roadVat: 'included', roadRegistration: 0, roadTransport: 0, roadPreparation: 950_00 };
  expect((await save(one)).status).toBe(200);
  expect(await printed()).toMatch(/950,00 €, IVA inclusa: trasporto dalla fabbrica/);
  expect(
    (await save({ ...one, roadRegistration: 310_00, roadTransport: 420_00, roadPreparation: 260_00 })).status,
  ).toBe(200);
  expect((await sheet()).params.roadCost).toBe(990_00);
  expect(await printed()).toContain(
    '990,00 €, IVA inclusa: immatricolazione 310,00 €, trasporto 420,00 €, preparazione 260,00 €.',
  );
  // 310, 420 and 260 euro without VAT at 22 %: 378.20, 512.40 and 317.20.
  expect((await save({ roadVat: 'excluded' })).status).toBe(200);
  expect((await sheet()).params).toMatchObject({
    roadCost: 1_207_80,
    roadEntries: [{ amount: 378_20 }, { amount: 512_40 }, { amount: 317_20 }],
  });
  await save(one);
});

test('amounts of a category go before those of all, and a change that waits begins on its day', async () => {
  const general = (await sheet()).params;
  const row = { category: 'M1', roadCost: 70_000, tyreFee: null, fees: 10_050 };
  const { body } = await save({ charges: [row, { ...row, category: 'N1', roadCost: 1 }] }, '2026-12-24');
  expect(body.periods.map(({ from, changed }: { from: string; changed: string[] }) => [from, changed])).toEqual([
    ['2026-11-20', expect.any(Array)],
    ['2026-12-24', ['charges']],
  ]);
  expect((await sheet()).params).toEqual(general);
  clock.now = new Date('2026-12-24T09:00:00Z');
  expect((await sheet()).params).toMatchObject({
    roadCost: 70_000,
    tyreFee: general.tyreFee,
    registration: [{ label: 'Bolli, emolumenti e targhe', amount: 10_050 }],
  });
  clock.now = start;
  const undone = { version: body.version, body: { from: '2026-12-24' } };
  expect((await call(manager, 'POST /quotes/settings/unschedule', undone)).body.periods).toHaveLength(1);
  const again = { ...undone, version: body.version + 1 };
  expect((await call(manager, 'POST /quotes/settings/unschedule', again)).status).toBe(404);
});

test('a value that is as it was the day before is not set anew, and one day of settings is one change', async () => {
  const { periods } = await read();
  const { footer } = periods[0].values;
  await save({ footer: 'Dal mese prossimo' }, '2026-12-01');
  const back = await save({ footer }, '2026-12-01');
  expect(back.body.periods).toHaveLength(1);
});

test.each([
  ['yesterday', '2026-11-19', {}, 'from'],
  ['in three years', '2029-11-20', {}, 'from'],
  [
    'an unknown brand',
    '2026-11-20',
    { caps: [{ role: null, makerId: 999_999, usage: null, percent: 5 }] },
    'caps.0.makerId',
  ],
  [
    'one role twice',
    '2026-11-20',
    { caps: [5, 6].map((percent) => ({ role: 'Venditore', makerId: null, usage: null, percent })) },
    'caps.1.role',
  ],
  [
    'one category twice',
    '2026-11-20',
    { charges: [1, 2].map((roadCost) => ({ category: 'M1', roadCost, tyreFee: null, fees: null })) },
    'charges.1.category',
  ],
  [
    'a cap above 100 %',
    '2026-11-20',
    { caps: [{ role: null, makerId: null, usage: null, percent: 101 }] },
    'caps.0.percent',
  ],
  ['no day of validity', '2026-11-20', { expiryDays: 0 }, 'expiryDays'],
  ['an unknown section', '2026-11-20', { sections: ['notes', 'altro'] }, 'sections.1'],
  ['a text past its bound', '2026-11-20', { footer: 'x'.repeat(4001) }, 'footer'],
])('%s is refused at its field', async (_, from, changes, field) => {
  const { version } = await read();
  const answer = await save(changes, from);
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]]);
  expect((await read()).version).toBe(version);
});

test('more than twelve changes cannot wait; one of those that wait can still be changed', async () => {
  const day = (n: number) => `2027-01-${String(n).padStart(2, '0')}`;
  for (let n = 1; n <= 12; n += 1) expect((await save({ roadPreparation: n * 100 }, day(n))).status).toBe(200);
  expect((await save({ roadPreparation: 5 }, day(13))).body.fields).toHaveProperty('from');
  expect((await save({ roadPreparation: 5 }, day(12))).status).toBe(200);
  expect((await read()).periods).toHaveLength(13);
});

test('two people change settings at once: the second is told; the activity says who changed what', async () => {
  const { version, periods } = await read();
  const body = { ...periods[0].values, expiryDays: 20, from: '2026-11-20' };
  const both = [20, 21].map((expiryDays) =>
    call(manager, 'PUT /quotes/settings', { version, body: { ...body, expiryDays } }),
  );
  expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 412]);
  const [last] = (await call(manager, 'GET /quotes/settings/timeline')).body;
  expect(last.what).toBe('ha cambiato i parametri');
  expect(last.changes).toContainEqual({
    field: 'Giorni di validità',
    from: expect.stringMatching(/^15\sgiorni$/),
    to: expect.stringMatching(/^2[01]\sgiorni$/),
  });
});

test('the mail of a quote begins in the words of the company; near its end the one that was sent is a reminder', async () => {
  const { id } = await issued();
  const drafted = async () => (await call(manager, 'GET /quotes/:id/sending', { params: { id } })).body.draft;
  const first = await drafted();
  expect(first).toMatchObject({ subject: expect.stringMatching(/^Preventivo P-2026-\d{6} – Prova Motori/) });
  expect(first.text).toContain('{collegamento}');

  await save({ offerSubject: 'Per {cliente}: {veicolo}', offerText: '{prezzo} fino al {scadenza}\n\n{collegamento}' });
  const own = await drafted();
  expect(own.subject).toMatch(/^Per .*ALFAMARCHIO.*: Prova Motori/);
  expect(own.text).toMatch(/^[\d.]+,\d\d\s€ fino al \d\d\/\d\d\/2026\n\n\{collegamento\}$/);
  const refused = await save({ offerText: 'Caro {nome}' });
  expect([refused.status, refused.body.fields.offerText]).toEqual([422, expect.stringContaining('{cliente}')]);
  // Emptied, it is as it was at first.
  await save({ offerSubject: '', offerText: '' });
  expect(await drafted()).toEqual(first);

  const mail = { to: 'cliente@prova.example.it', subject: 'x', text: 'x', link: false };
  await call(manager, 'POST /quotes/:id/messages', { params: { id }, body: mail });
  expect(await drafted()).toEqual(first);
  clock.now = new Date((await expiry(id)) - 86_400_000);
  expect((await drafted()).subject).toMatch(/^Il preventivo P-2026-\d{6} scade il /);
});

async function expiry(id: number): Promise<number> {
  return Date.parse(`${(await call(manager, 'GET /quotes/:id', { params: { id } })).body.expiresOn}T09:00:00Z`);
}

test('the caps have beside them what was given of late, for who may see discounts', async () => {
  await issued();
  const { given } = await read();
  expect(given).toContainEqual(expect.objectContaining({ usage: 'new', listTotal: expect.any(Number) }));
  expect((await call(await world.user(901, [p.managePreferences]), 'GET /quotes/settings')).body.given).toBeNull();
  clock.now = new Date(start.getTime() + 91 * 86_400_000);
  expect((await read()).given).toEqual([]);
});

test('the mean discount of a row of caps is that of its people, make and cars', () => {
  const given = [
    { role: 'Venditore', makerId: 1, usage: 'new', discount: 500_00, listTotal: 10_000_00 },
    { role: 'Venditore', makerId: 2, usage: 'used', discount: 100_00, listTotal: 10_000_00 },
    { role: 'Direttore', makerId: 1, usage: 'new', discount: 1_000_00, listTotal: 20_000_00 },
  ];
  const row = { role: null, makerId: null, usage: null } as const;
  expect(meanGiven(given, row)).toBe(4);
  expect(meanGiven(given, { ...row, role: 'Venditore' })).toBe(3);
  expect(meanGiven(given, { ...row, makerId: 1, usage: 'new' })).toBe(5);
  expect(meanGiven(given, { ...row, makerId: 3 })).toBeNull();
});
