import { describe, expect, test } from 'vitest';
import { blankOf, typed } from '#domain/record/fields.ts';
import { bandLabel, bandOf, bandsOf, daysOf, missingPapers } from '#domain/stock/ageing.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { regimeIssue, regimeOf } from '#domain/stock/regime.ts';
import { barsSale } from '#domain/stock/rules.ts';
import { saleInput } from '#domain/stock/sale.ts';
import { saleFields } from '#domain/stock/sale-fields.ts';
import { usedCarInput } from '#domain/stock/schema.ts';
import { sections } from '#site/areas/stock/car/store.ts';
import { usedCar } from '#tests/support/areas/stock.ts';

describe('the regime of a used car (rules.md §2)', () => {
  const bought = {
    sellerKind: 'private' as const,
    market: 'italy' as const,
    regime: 'retail' as const,
    km: 40_000,
    registeredOn: '2024-01-15',
    purchasedOn: '2026-10-01',
  };
  const abroad = { ...bought, market: 'other' as const };

  test('follows who sold it', () => {
    expect(['private', 'no_deduction', 'margin', 'vat'].map((kind) => regimeOf(kind as 'vat'))).toEqual([
      ...['retail', 'retail', 'retail', 'iva_exposed'],
    ]);
  });

  test.each([
    ['bought of a private person', bought, null],
    ['bought with VAT in the invoice', { ...bought, sellerKind: 'vat' as const }, /IVA in fattura/],
    ['from abroad, past both limits', abroad, null],
    ['from abroad with 6,000 km', { ...abroad, km: 6_000 }, /auto nuova/],
    ['from abroad with 6,001 km', { ...abroad, km: 6_001 }, null],
    ['from abroad at six months', { ...abroad, registeredOn: '2026-04-01' }, /auto nuova/],
    ['from abroad a day past six months', { ...abroad, registeredOn: '2026-03-31' }, null],
    ['from Italy, young and hardly driven', { ...bought, km: 12, registeredOn: '2026-09-01' }, null],
    ['young from abroad, VAT shown', { ...abroad, km: 12, regime: 'iva_exposed' as const }, null],
  ])('%s', (_, facts, expected) => {
    const issue = regimeIssue(facts);
    if (expected) expect(issue).toMatch(expected);
    else expect(issue).toBeNull();
  });
});

describe('an option keeps a car from being sold', () => {
  const now = new Date('2026-11-20T09:00:00Z');
  const option = { reservedBy: 7, reservedFor: null as number | null, reservedUntil: '2026-11-20T18:00:00Z' };
  const sale = { customerId: 1 as number | null, sellerId: 8, actorId: 9 as number | null };
  const bars = (held: Partial<typeof option>, by: Partial<typeof sale> = {}, at = now) =>
    barsSale({ ...option, ...held }, { ...sale, ...by }, at);

  test.each([
    ['by a colleague', {}, {}, true],
    ['by who sells it now', {}, { actorId: 7 }, false],
    ['by the seller of the offer, who sees it accepted through the link', {}, { sellerId: 7, actorId: null }, false],
    ['for the buyer', { reservedFor: 1 }, { actorId: null }, false],
    ['for another customer, by the seller of the offer', { reservedFor: 2 }, { sellerId: 7, actorId: null }, true],
    ['for another customer, by who sells it now', { reservedFor: 2 }, { actorId: 7 }, false],
    ['for somebody, sold to nobody known', { reservedFor: 2 }, { customerId: null }, true],
  ])('%s', (_, held, by, expected) => {
    expect(bars(held, by)).toBe(expected);
    expect(bars(held, by, new Date(option.reservedUntil))).toBe(false);
  });
});

describe('what is typed of a used car', () => {
  const wrong = (changes: object) => {
    const parsed = usedCarInput.safeParse({ ...usedCar, ...changes });
    return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
  };
  test.each([
    [{}, []],
    [{ minPrice: 11_000_00 }, ['minPrice']],
    [{ retailPrice: null, minPrice: 11_000_00 }, []],
    [{ vin: 'ZFA199000O1234567' }, ['vin']],
    [{ vin: 'zfa 19900001234567' }, []],
    [{ plate: 'XA 000 AA' }, ['plate']],
    [{ plate: 'B-MW 12345' }, []],
    [{ sellerKind: 'vat' }, ['regime']],
    [{ registeredOn: '2026-02-01', purchasedOn: '2026-01-31' }, ['registeredOn']],
    [{ maker: '' }, ['maker']],
  ])('%o', (changes, fields) => expect(wrong(changes)).toEqual(fields));

  test('plates and chassis numbers are kept in upper case', () => {
    expect(usedCarInput.parse({ ...usedCar, plate: ' gx 123 ab ', vin: 'zfa 19900001234567' })).toMatchObject({
      plate: 'GX 123 AB',
      vin: 'ZFA19900001234567',
    });
  });

  test('every field stands in one section of the page', () => {
    const placed = Object.values(sections).flat();
    expect([...placed].toSorted()).toEqual(
      typed(usedCarFields)
        .map(([key]) => key)
        .toSorted(),
    );
  });
});

const borders = { freshDays: 30, normalDays: 60, slowDays: 90 };

test('a sale without a price asks for it, in the words of its field', () => {
  const said = { ...blankOf(saleFields), buyer: 'Mario Prova', soldOn: '2026-11-20' };
  expect(saleInput.safeParse(said).error?.issues[0]).toMatchObject({
    path: ['price'],
    message: 'Inserire il prezzo di vendita',
  });
  expect(saleInput.safeParse({ ...said, price: 1 }).success).toBe(true);
});

describe('age and papers', () => {
  test.each([
    [0, 'fresh'],
    [30, 'fresh'],
    [31, 'normal'],
    [60, 'normal'],
    [61, 'slow'],
    [90, 'slow'],
    [91, 'aged'],
  ] as const)('%i days are %s', (days, band) => expect(bandOf(days, borders)).toBe(band));

  test('a company’s own bands meet without a gap', () => {
    const own = bandsOf({ freshDays: 15, normalDays: 45, slowDays: 46 });
    expect(own.map(bandLabel)).toEqual(['Fino a 15 giorni', '16–45 giorni', '46 giorni', 'Oltre 46 giorni']);
    expect(own.slice(1).map(({ from }, i) => from - own[i]!.to!)).toEqual([1, 1, 1]);
  });

  test('days count from the day in stock, for cars of the company in the yard only', () => {
    const acquiredOn = '2026-10-04';
    expect(daysOf({ state: 'acquired', acquiredOn }, '2026-11-20')).toBe(47);
    expect(daysOf({ state: 'consignment', acquiredOn }, '2026-11-20')).toBeNull();
    expect(daysOf({ state: 'sold', acquiredOn }, '2026-11-20')).toBeNull();
  });

  test('a car that the dealer registered itself needs no certificate of transfer', () => {
    const held = ['registration', 'invoice'];
    expect(missingPapers({ state: 'acquired', purchaseType: 'barter', papers: held })).toEqual(['transfer']);
    expect(missingPapers({ state: 'acquired', purchaseType: 'km0', papers: held })).toEqual([]);
    expect(missingPapers({ state: 'scheduled', purchaseType: 'barter', papers: [] })).toEqual([]);
    expect(missingPapers({ state: 'consignment', purchaseType: 'other', papers: [] })).toEqual([
      ...['registration', 'mandate'],
    ]);
  });
});
