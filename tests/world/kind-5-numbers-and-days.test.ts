/** Numbers, units and days come in as they were meant: read by what the cell and its heading say, never assumed. */
import { afterAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { parseDay, parseNumber, parseTime, parseWhole, day, hundredths, integer } from '#domain/italian.ts';
import { tidyDay } from '#domain/imports/days.ts';
import { readCell } from '#backend/lib/records/import-rows.ts';
import { tidy } from '#domain/imports/tidy.ts';
import { inUnit, taxRateIn, unitIn } from '#domain/imports/units.ts';
import type { Field } from '#domain/record/fields.ts';
import { testDatabase } from '#tests/support/database.ts';
import { importFile, sendFile } from '#tests/support/imports.ts';
import { rounds } from '#tests/support/rounds.ts';
import { makeWorld } from '#tests/support/world.ts';

const TODAY = '2026-11-28';

/** Read in quadratic time it would take many minutes. */
const endless = '3'.repeat(400_000);
test.each(['kW', 'km', 'mesi'])('a cell of figures without end has no value in %s', (suffix) => {
  const field: Field = { kind: 'number', label: 'Misura', suffix };
  expect([unitIn(field, endless), inUnit(field, endless, 'Misura', null), taxRateIn(endless)]).toEqual([
    null,
    null,
    null,
  ]);
});

describe('kind 5: amounts', () => {
  test.each([
    ['1.234,50-', -1234.5],
    ['(1.234,50)', -1234.5],
    ['-1.234,50', -1234.5],
    ['− 12', -12],
    ['18.900,-', 18900],
    ['18.900,--', 18900],
    ['€ 18.900,=', 18900],
    ['EUR 18.900', 18900],
    ['18.900 euro', 18900],
    ['¤ 99,00', 99],
    ['\u200e1.234,50\u00a0€', 1234.5],
    ["1'234.50", 1234.5],
    ['(12) €', -12],
    ['+1.234,50', 1234.5],
    ['１８．９００', 18900],
    ['18.900.-', 18900],
    ['18’900.–', 18900],
    ['€. 18.900', 18900],
    ['‒12', -12],
    ['1,234,567.89', 1234567.89],
    ['1.234,50+', 1234.5],
    ['18900.0000', 18900],
    ['12.3400', 12.34],
    ['5.', 5],
    ['1´234.50', 1234.5],
    ['18.900 €uro', 18900],
  ])('%j is %d', (text, value) => expect(parseNumber(text)).toBe(value));
  test.each([
    '12--',
    '(-12)',
    '-(12)',
    '12-13',
    '1.2.3',
    'euro',
    '12 €/mese',
    '()',
    '-',
    '1,23E+04',
    'CHF 18.900',
    '£18,900.00',
  ])('%j is none', (text) => expect(parseNumber(text)).toBeNull());
  test.each(['CHF 18.900', '18.900 $', '£18,900.00', 'usd 12.900,00', '30.000.000 lire'])(
    '%j in a file is refused as what it is',
    (cell) => expect(() => readCell({ kind: 'money', label: 'Prezzo' }, cell)).toThrow('non è in euro'),
  );
  test.each([
    ['85,000', 85_000],
    ['85.000', 85_000],
    ['1,234,567', 1_234_567],
    ['85 000', 85_000],
    ['85', 85],
  ])('a whole number %j is %d', (text, value) => expect(parseWhole(text)).toBe(value));

  test('an amount that is written is read as the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), (cents) => {
        const text = hundredths(cents / 100);
        expect(Math.round(parseNumber(text)! * 100) + 0).toBe(cents + 0);
        const behind = cents < 0 ? `${text.slice(1)}-` : text;
        expect(Math.round(parseNumber(behind)! * 100) + 0).toBe(cents + 0);
        expect(parseWhole(integer(cents)) ?? 0).toBe(cents + 0);
      }),
      { numRuns: rounds(100) },
    );
  });
});

const fields = {
  kw: { label: 'Potenza', kind: 'number', suffix: 'kW' },
  km: { label: 'Chilometri', kind: 'number', suffix: 'km' },
  months: { label: 'Durata', kind: 'number', suffix: 'mesi' },
  price: { label: 'Prezzo', kind: 'money', rate: 'taxRate' },
  cost: { label: 'Costo', kind: 'money', help: 'Senza IVA' },
} as const satisfies Record<string, Field>;

describe('kind 5: units', () => {
  test.each([
    ['kw', '150 CV', '', '110'],
    ['kw', '150CV', '', '110'],
    ['kw', '110 kW (150 CV)', '', '110'],
    ['kw', '150 (CV)', '', '110'],
    ['kw', '150 CV / 110 kW', '', '110'],
    ['kw', '150', 'Potenza CV', '110'],
    ['kw', '150', 'Cavalli', '110'],
    ['kw', '136 hp', '', '100'],
    ['kw', 'CV 150', '', '110'],
    ['kw', '150 c.v.', '', '110'],
    ['kw', '150 CVX', '', null],
    ['kw', 'PS 136', '', '100'],
    ['kw', '110 c.v', '', '81'],
    ['months', '2 anni/100.000 km', '', '24'],
    ['months', '24 mesi o 60.000 km', '', '24'],
    ['months', 'un anno e mezzo', '', '18'],
    ['months', 'mesi 12', '', '12'],
    ['months', '24 mths', '', '24'],
    ['months', '2 yrs', '', '24'],
    ['kw', '150 bhp', '', '112'],
    ['kw', '150', 'Potenza (BHP)', '112'],
    ['kw', 'kW 110', '', '110'],
    ['kw', 'kW 110 / CV 150', '', '110'],
    ['kw', '110/150', 'Potenza', '110'],
    ['kw', '150 - 110', 'CV/kW', '110'],
    ['kw', '110 (150)', 'Potenza', '110'],
    ['kw', '110 / 149,6', 'Potenza', '110'],
    ['kw', 'max 110 kW a 4000 giri', '', '110'],
    ['kw', 'kW: 110', '', '110'],
    ['kw', '150 pk', '', '110'],
    ['kw', '100/200', 'Potenza', null],
    ['months', '24 m', '', '24'],
    ['months', '2a', '', '24'],
    ['months', 'biennale', '', '24'],
    ['months', 'eterno', '', null],
    ['months', 'dodici mesi', '', '12'],
    ['months', 'mezzo anno', '', '6'],
    ['months', '24 Monate', '', '24'],
    ['months', '2 Jahre', '', '24'],
    ['months', '24 (ventiquattro)', '', '24'],
    ['months', '24 mesi illimitati', '', '24'],
    ['price', '12.900 s/IVA', '', '15.738,00'],
    ['price', '12.900 c/IVA', '', null],
    ['kw', '110', 'Potenza', null],
    ['kw', '110 kW', '', null],
    ['kw', '110', 'kW/CV', null],
    ['km', '85,000', 'Km', '85.000'],
    ['km', '45 mila', 'Km', '45.000'],
    ['km', '45k', 'Km', '45.000'],
    ['km', '12,5 mila km', 'Km', '12.500'],
    ['km', '62.000 miglia', '', '99.779'],
    ['km', '45', 'Km (migliaia)', '45.000'],
    ['km', '45', 'Km/1000', '45.000'],
    ['km', '85.000', 'Km', null],
    ['km', '85.000 km', 'Km', null],
    ['months', '2 anni', 'Durata', '24'],
    ['months', '1 anno', 'Durata', '12'],
    ['months', '1 anno e 6 mesi', 'Durata', '18'],
    ['months', 'due anni', 'Durata', '24'],
    ['months', '1,5 anni', 'Durata', '18'],
    ['months', '3', 'Durata (anni)', '36'],
    ['months', 'due', 'Durata (anni)', '24'],
    ['months', 'due', 'Durata', '2'],
    ['months', '2 (anni)', 'Durata', '24'],
    ['months', '24', 'Durata', null],
    ['months', '24 mesi', 'Durata (anni)', null],
    ['price', '12.900 IVA escl.', '', '15.738,00'],
    ['price', '12.900 i.e.', '', '15.738,00'],
    ['price', '€ 12.900,00 + IVA', '', '15.738,00'],
    ['price', '12.900 oltre IVA', '', '15.738,00'],
    ['price', '12.900', 'Prezzo IVA esclusa', '15.738,00'],
    ['price', '12.900 IVA incl.', '', null],
    ['price', '12.900 i.i.', 'Prezzo IVA esclusa', null],
    ['price', '12.900', 'Prezzo', null],
    ['cost', '122,00 IVA incl.', '', '100,00'],
    ['cost', '122,00', 'Costo ivato', '100,00'],
    ['cost', '100,00 + IVA', '', null],
  ] as const)('%s «%s» under «%s» is %j', (key, cell, head, text) =>
    expect(inUnit(fields[key], cell, head, null)?.text ?? null).toBe(text),
  );
  test.each([
    ['circa 45.000', '45.000'],
    ['ca. 45.000 km', '45.000'],
    ['45.000 reali', '45.000'],
    ['45.000 km certificati', '45.000'],
    ['45.000+', '45.000'],
    ['circa', 'circa'],
    ['85.000 km originali certificati', '85.000'],
    ['85.000 - certificati', '85.000'],
    ['> 85.000 (dichiarati)', '85.000'],
    ['oltre 85.000', '85.000'],
    ['85000kms', '85000'],
    // Another measure in the column is no distance.
    ['110 kW', '110 kW'],
    ['1.598 cc', '1.598 cc'],
  ])('a distance «%s» is %s', (cell, text) => expect(tidy(fields.km, cell, TODAY)).toBe(text));
  test.each([
    ['22', '22'],
    ['22 %', '22'],
    ['Esente', '0'],
    ['N4', '0'],
    ['Art. 10', '0'],
    ['IVA 10%', '10'],
    ['boh', null],
    ['Esente art.10', '0'],
    ['N.I. art 15', '0'],
    ['Non soggetta', '0'],
    ['Escluso art. 15', '0'],
    ['Esclusa', null],
    ['Ordinaria', '22'],
    ['iva al 22%', '22'],
    ['0,22', '22'],
    ['0,3', '0,3'],
  ])('a rate «%s» is %j', (cell, rate) => expect(taxRateIn(cell)).toBe(rate));
});

test.each([
  ['da € 18.900', 18_900],
  ['18.900 chiavi in mano', 18_900],
  ['18.900 €*', 18_900],
  ['18.900 non trattabili', 18_900],
  ['18.900 IVA 22% inclusa', 18_900],
  ['18.900,00 regime del margine', 18_900],
  ['18.900 + messa in strada', 18_900],
  ['18.900 / 19.500', null],
])('kind 5: a price «%s» is %j', (cell, value) =>
  expect(parseNumber(tidy({ label: 'Prezzo', kind: 'money' }, cell, TODAY))).toBe(value),
);

describe('kind 5: hours', () => {
  test.each([
    ['2:30 PM', '14:30'],
    ['12:15 a.m.', '00:15'],
    ['12 pm', '12:00'],
    ['ore 14 e 30', '14:30'],
    ['alle 9 e mezza', '09:30'],
    ['9 e un quarto', '09:15'],
    ['14.30', '14:30'],
    ['14:30 PM', '14:30'],
    ['930', '09:30'],
    ['14h', '14:00'],
    ['h. 14:30', '14:30'],
    ["14'30", '14:30'],
    ['14:30 Uhr', '14:30'],
    ['9 e tre quarti', '09:45'],
    ['25', null],
    ['9:7', null],
    ['9 e', null],
  ])('%j is %j', (text, hour) => expect(parseTime(text)).toBe(hour));
});

describe('kind 5: days', () => {
  test.each([
    ['1980-01-31T23:00:00.000Z', '1980-02-01'],
    ['1980-06-30T22:00:00Z', '1980-07-01'],
    ['1980-07-01T00:00:00+02:00', '1980-07-01'],
    ['1980-07-01 00:00:00', '1980-07-01'],
    ['Jul 1, 1980', '1980-07-01'],
    ['01 / 07 / 1980', '1980-07-01'],
    ["01/07/'80", '1980-07-01'],
    ['1980-07-01T00:00:00', '1980-07-01'],
    ['Thu, 31 Jan 1980 23:00:00 GMT', '1980-02-01'],
    ['Fri Feb 01 1980 00:00:00 GMT+0100 (Ora standard dell’Europa centrale)', '1980-02-01'],
    ['1979-12-31T23:30:00-01:00', '1980-01-01'],
    ['2024/1/5', '2024-01-05'],
    ['5\\1\\2024', '2024-01-05'],
    ['2024年1月5日', '2024-01-05'],
    ['5th January 2024', '2024-01-05'],
    ['January 5th, 2024', '2024-01-05'],
    ['dal 05/01/2024', '2024-01-05'],
    ['01/24', '2024-01-01'],
    ['2024-01', '2024-01-01'],
    ['13/24', '13/24'],
    ['05/98', '1998-05-01'],
    // A day of May or of December as well as a month: the year is not said.
    ['12/05', '12/05'],
    ['12-05', '12-05'],
    ['12/12', '12/12'],
    ['28/05', '28/05'],
    ['12-IV-2024', '2024-04-12'],
    ['1.xii.98', '1998-12-01'],
    ['IV/2024', '2024-04-01'],
    ['30-II-2024', '30-II-2024'],
    ['XIII/2024', 'XIII/2024'],
    ['07/02/41', '1941-02-07'],
    ['7-feb-41', '1941-02-07'],
    ['070241', '1941-02-07'],
    ['29/11/26', '1926-11-29'],
    ['28/11/26', '2026-11-28'],
    ['07/02/1941', '1941-02-07'],
    ['1. März 1980', '1980-03-01'],
    ['15 août 1980', '1980-08-15'],
    ['15 de junio de 1980', '1980-06-15'],
    ['15-Okt-80', '1980-10-15'],
    ['Monday, June 15, 1980', '1980-06-15'],
    ['nata a Milano il 15/06/1980', '1980-06-15'],
    ['15/06/1980 (46 anni)', '1980-06-15'],
    ['1/2/1980 12:00:00 AM', '1980-02-01'],
    ['1021980', '1980-02-01'],
    ['15,06,1980', '1980-06-15'],
    // Days that programs write where there is none.
    ['01/01/1900', ''],
    ['30/12/1899 00:00:00', ''],
    ['31/12/9999', ''],
    ['__/__/____', ''],
    ['1980-06-15T12:00:00Z', '1980-06-15'],
  ])('a birth «%s» is %s', (text, day) => expect(tidyDay(text, 2026, TODAY)).toBe(day));
  test.each([
    ['fino al 15/06/2027', '2027-06-15'],
    ['scad. 15/06/2027', '2027-06-15'],
    ['EZ 10/2020', '2020-10-01'],
    ['2020/10', '2020-10-01'],
    ['07/02/41', '2041-02-07'],
    ['07/02/47', '1947-02-07'],
  ])('an expiry «%s» is %s', (text, day) => expect(tidyDay(text, 2026)).toBe(day));

  test('a day that is written is read as the same, also as the midnight of Rome elsewhere', () => {
    const some = fc.date({ min: new Date('1930-01-01'), max: new Date('2026-11-01'), noInvalidDate: true });
    fc.assert(
      fc.property(some, (date) => {
        const iso = date.toISOString().slice(0, 10);
        expect(parseDay(day(iso))).toBe(iso);
        expect(tidyDay(`${iso}T12:00:00.000Z`, 2026, TODAY)).toBe(iso);
        expect(tidyDay(`${iso}T00:00:00`, 2026, TODAY)).toBe(iso);
      }),
      { numRuns: rounds(100) },
    );
  });
});

describe('kind 5: whole files', async () => {
  const world = await makeWorld(await testDatabase());
  const { call, query } = world;
  afterAll(() => world.close());
  const keeper = await world.userWith('manageCustomers', 'manageStock', 'manageServices', 'seeMargin');

  test('a file of cars is read to its numbers and days', async () => {
    const csv = [
      'Targa;Marca;Modello;Alimentazione;Potenza;Km;Prezzo;Immatricolazione;Regime;Acquistata da',
      'AA501AA;Fiat;Panda;Benzina;150 CV;85,000;12.900 IVA escl.;2020-01-31T23:00:00.000Z;Margine;Privato',
      'AA502AA;Fiat;Panda;Benzina;51 kW;45 mila;8.900,-;02/03/19;Margine;Privato',
    ].join('\n');
    const it = await importFile(call, keeper, 'stock/used', { csv });
    expect(it).toMatchObject({ created: 2, refused: 0 });
    expect(
      await query(
        'select plate, kw, km, retail_price, registered_on::text as on from used_cars where plate = any($1) order by plate',
        [['AA501AA', 'AA502AA']],
      ),
    ).toMatchObject([
      { plate: 'AA501AA', kw: 110, km: 85_000, on: '2020-02-01' },
      { plate: 'AA502AA', kw: 51, km: 45_000, on: '2019-03-02' },
    ]);
    const [{ p }] = (await query("select retail_price::int as p from used_cars where plate = 'AA501AA'")) as [
      { p: number },
    ];
    expect(p).toBe(1_573_800);
    const said = Object.fromEntries(it.fixes.map(({ fix, count }: { fix: string; count: number }) => [fix, count]));
    expect(said).toMatchObject({ power: 1, distance: 2, net: 1, days: 1 });
  });

  test('a file of days is read: what is assumed of them is told, and of a month before its day one is asked', async () => {
    const csv = [
      'Codice esterno;Cognome;Nome;Data di nascita',
      'DAY-1;Giorni;Ada;06/15/1980',
      'DAY-2;Giorni;Bea;06/07/1980',
      'DAY-3;Giorni;Carla;03/1980',
      'DAY-4;Giorni;Dora;29252',
      'DAY-5;Giorni;Elia;01/01/1900',
      'DAY-6;Giorni;Fede;15/06/1880',
    ].join('\n');
    const { body: it } = await sendFile(call, keeper, 'customers', csv);
    const count = (fix: string) => it.fixes.find((one: { fix: string }) => one.fix === fix).count;
    expect([it.created, it.refused, count('order'), count('dates')]).toEqual([6, 0, 1, 3]);
    const asked = it.values.find(({ field }: { field: string }) => field === 'birthDate');
    expect([asked.label, asked.values]).toEqual([
      'Data di nascita (giorno/mese: 1, mese/giorno: 1)',
      [{ value: 'giorno o mese non detto', count: 1, meaning: 'giorno/mese', source: 'open', since: null }],
    ]);
    const meanings = [{ field: 'birthDate', value: 'giorno o mese non detto', meaning: 'mese/giorno' }];
    const params = { id: it.id };
    const said = await call(keeper, 'PUT /imports/:id/meanings', { params, version: it.version, body: { meanings } });
    const checked = await call(keeper, 'POST /imports/:id/check', { params, version: said.body.version });
    await call(keeper, 'POST /imports/:id/start', { params, version: checked.body.version });
    expect(
      await query("select birth_date::text as born from customers where last_name = 'Giorni' order by first_name"),
    ).toEqual(['1980-06-15', '1980-06-07', '1980-03-01', '1980-02-01', null, null].map((born) => ({ born })));
  });

  test('a file of services is read to its numbers', async () => {
    const csv = [
      'Codice;Descrizione;Prezzo;Durata;Vendibile su;IVA;Natura IVA',
      'W-1;Garanzia;100;2 anni;N/U;22;',
      'W-2;Polizza;¤ 99,00;1 anno;N;Esente;N4',
      'W-3;Tagliando;50;12;U;22;',
    ].join('\n');
    const it = await importFile(call, keeper, 'services', { csv });
    expect(it).toMatchObject({ created: 3, refused: 0 });
    const rows = await query(
      "select code, months, usages, tax_rate::float as rate, tax_nature, price::int as price from services where code like 'W-%' order by code",
    );
    expect(rows).toMatchObject([
      { code: 'W-1', months: 24, usages: ['new', 'used'] },
      { code: 'W-2', months: 12, usages: ['new'], rate: 0, tax_nature: 'N4', price: 9900 },
      { code: 'W-3', months: 12, usages: ['used'] },
    ]);
  });

  test('a birth of two figures in a file is in the past; one to come is refused, in a file and by call', async () => {
    const csv = 'Cognome;Nome;Data di nascita\nNato;Anna;07/02/41\nNato;Bea;1980-01-31T23:00:00.000Z';
    expect(await importFile(call, keeper, 'customers', { csv })).toMatchObject({ created: 2 });
    expect(
      await query("select birth_date::text as born from customers where last_name = 'Nato' order by first_name"),
    ).toEqual([{ born: '1941-02-07' }, { born: '1980-02-01' }]);
    const instant = { type: 'private', firstName: 'Dora', lastName: 'Nata', birthDate: '1980-01-31T23:00:00.000Z' };
    expect((await call(keeper, 'POST /customers', { body: instant })).body).toMatchObject({ birthDate: '1980-02-01' });
    const body = { type: 'private', firstName: 'Carla', lastName: 'Nata', birthDate: '2041-02-07' };
    expect((await call(keeper, 'POST /customers', { body })).body.fields).toEqual({
      birthDate: 'La data non può essere nel futuro',
    });
  });
});
