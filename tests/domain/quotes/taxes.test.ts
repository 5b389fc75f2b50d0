import { describe, expect, test } from 'vitest';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { roadTax } from '#domain/quotes/sheet/road-tax.ts';
import { aChoice, aDraft, aSheet, anInsurance } from '#tests/support/price-sheet.ts';

const sheet = aSheet();
const { params } = sheet;
const car = (kw: number, euroClass = 'Euro 6e', fuel: 'petrol' | 'bev' = 'petrol') => ({
  kw,
  euroClass,
  fuel,
  category: 'M1' as const,
  payload: null,
});
const ofNew = (one: Parameters<typeof roadTax>[0]) => roadTax(one, params.roadTax, null, params.day);

describe('road tax of a year (rules.md §5)', () => {
  test.each([
    [51, 'Euro 6', 131_58],
    [85, 'Euro 6e', 219_30],
    [110, 'Euro 6d-TEMP', 296_70],
    [110, 'Euro 3', 310_50],
    [220, 'Euro 4', 722_40],
    [73.6, 'Euro 6', 188_34],
  ])('%d kW, %s: %i cents', (kw, euroClass, cents) => {
    expect(ofNew(car(kw, euroClass)).bollo).toBe(cents);
  });

  test('superbollo above 185 kW, less by calendar years after that of the first registration', () => {
    const on = (today: string, kw = 220) => roadTax(car(kw), params.roadTax, '2021-03-01', today).superbollo;
    // rules.md §5, 2: 14 kW of 20 euro; the fifth year since 1 January 2022 ends with 2026.
    expect(on('2026-11-23', 199)).toBe(280_00);
    expect(['2021-03-01', '2026-12-31', '2027-01-01', '2031-12-31'].map((day) => on(day))).toEqual([
      ...[700_00, 700_00, 420_00, 420_00],
    ]);
    expect(['2032-01-01', '2037-01-01', '2041-12-31', '2042-01-01'].map((day) => on(day))).toEqual([
      ...[210_00, 105_00, 105_00, 0],
    ]);
    expect(ofNew(car(220)).superbollo).toBe(700_00);
    expect(ofNew(car(185)).superbollo).toBe(0);
  });

  test('vans pay what the company has typed for their payload, and nothing is said of other payloads', () => {
    const vans = [4, 8, null].map((quintals) => ({ quintals, amount: quintals === 8 ? 24_80 : null }));
    const of = (payload: number | null, change = {}) =>
      roadTax({ ...car(220), category: 'N1', payload, ...change }, { ...params.roadTax, vans }, null, params.day);
    expect([400, 401, 800, 801, null].map((payload) => of(payload).bollo)).toEqual([0, 24_80, 24_80, 0, 0]);
    expect(of(650)).toEqual({ bollo: 24_80, superbollo: 0 });
    expect([of(650, { fuel: 'bev' }).bollo, of(650, { category: 'N2' }).bollo]).toEqual([0, 0]);
  });

  test('electric cars pay none; every quote says it beside the price', () => {
    expect(ofNew(car(150, 'Elettrica', 'bev'))).toEqual({ bollo: 0, superbollo: 0 });
    expect(price(aDraft(), sheet).annual).toEqual({ bollo: 190_92, superbollo: 0 });
  });
});

describe('VAT at 4 % (L. 104/92)', () => {
  test('the net price stays, the tax is less; services keep their rate', () => {
    const [full, reduced] = [false, true].map((reducedVat) => price(aDraft({ reducedVat, serviceIds: [1] }), sheet));
    // 25,853.05 at 22 % is 21,191.02 net: at 4 % 22,038.66.
    expect(reduced!.rows.find(({ key }) => key === 'reducedVat')?.amount).toBe(22_038_66 - 25_853_05);
    // The ordinary rate is split on services and car together: a cent of rounding.
    expect(Math.abs(full!.net - reduced!.net)).toBeLessThanOrEqual(1);
    expect(full!.supply - reduced!.supply).toBe(25_853_05 - 22_038_66);
    const vat = reduced!.rows.filter(({ key }) => key.startsWith('vat-')).map(({ tax, amount }) => [tax, amount]);
    expect(vat).toEqual([
      [4, 847_64],
      [22, 70_33],
    ]);
  });

  test.each<[Parameters<typeof aSheet>[0], Parameters<typeof aDraft>[0], boolean]>([
    [{}, {}, true],
    [{}, { customer: { id: 1, name: 'Rossi srl', type: 'fleet' } }, false],
    [{ version: { ...sheet.version, cc: 2_001 } }, {}, false],
    [{ version: { ...sheet.version, cc: 2_800, fuel: 'diesel' } }, {}, true],
    [{ version: { ...sheet.version, cc: 2_801, fuel: 'diesel' } }, {}, false],
    [{ version: { ...sheet.version, cc: 0, kw: 150, fuel: 'bev' } }, {}, true],
    [{ version: { ...sheet.version, cc: 0, kw: 151, fuel: 'bev' } }, {}, false],
  ])('%#: allowed %s', (onSheet, change, allowed) => {
    const { issues } = price(aDraft({ reducedVat: true, ...change }), aSheet(onSheet));
    expect(issues.filter(({ path }) => path === 'reducedVat')).toHaveLength(allowed ? 0 : 1);
  });
});

test('an exemption from IPT is said and costs nothing', () => {
  const { ipt, rows } = price(aDraft({ iptExemption: 'disabled' }), sheet);
  expect(ipt).toBe(0);
  expect(rows).toContainEqual(
    expect.objectContaining({ key: 'exempt', label: 'IPT esente: Disabilità (art. 8 L. 449/97)' }),
  );
});

test('a van says its payload beside the IPT and pays by it', () => {
  const van = { ...sheet.version, category: 'N1' as const, payload: 650 };
  const { ipt, rows } = price(aDraft(), aSheet({ version: van }));
  expect(ipt).toBe(259_00);
  expect(rows.find(({ key }) => key === 'ipt')?.label).toBe('IPT Milano, portata 6,5 q');
});

describe('policies in a quote (row 14)', () => {
  const insurances = [
    anInsurance(),
    anInsurance({
      id: 2,
      type: 'credit_protection',
      name: 'Protezione del credito',
      covers: [
        { ...anInsurance().covers[0]!, cover: 'life', model: 'financed', percentPerMonth: 0.065, taxPercent: 0 },
      ],
    }),
  ];
  const on = aSheet({ insurances });
  const line = (change: object = {}) => ({ tariffId: 1, months: 12, insuredValue: null, inPlan: false, ...change });

  test('count with their taxes after the keys in hand, without VAT', () => {
    const [bare, insured] = [price(aDraft(), on), price(aDraft({ insurances: [line()] }), on)];
    expect(insured.keysInHand).toBe(bare.keysInHand);
    expect(insured.balance - bare.balance).toBe(681_00);
    expect(insured.rows.find(({ no }) => no === 14)).toMatchObject({
      amount: 681_00,
      tax: 'N4',
      label: 'Furto e incendio',
    });
    expect(insured.insurances).toEqual([
      { tariffId: 1, label: 'Furto e incendio', net: 600_00, tax: 81_00, gross: 681_00 },
    ]);
  });

  test('in the plan they are financed while its amount follows the price, else they are in the balance', () => {
    const of = (amount: number | null, inPlan: boolean) =>
      price(aDraft({ financing: aChoice({ amount }), insurances: [line({ inPlan })] }), on);
    expect([of(null, true).balance, of(null, false).balance]).toEqual([0, 681_00]);
    expect(of(null, true).financed - of(null, false).financed).toBe(681_00);
    expect(of(20_000_00, true).balance).toBe(of(20_000_00, false).balance);
  });

  test('a credit protection is of what is financed over its months; 0.065 % × 60 of 20,000 is 780', () => {
    const priced = price(aDraft({ financing: aChoice(), insurances: [line({ tariffId: 2, months: 12 })] }), on);
    expect(priced.insurances[0]?.gross).toBe(780_00);
    const without = price(aDraft({ insurances: [line({ tariffId: 2 })] }), on);
    expect(without.issues).toContainEqual(expect.objectContaining({ level: 'error', path: 'insurances.0.months' }));
  });

  test('a policy that is no longer sold is left out and said', () => {
    const { issues, insurances: none } = price(aDraft({ insurances: [line({ tariffId: 9 })] }), on);
    expect([none, issues.map(({ level, path }) => [level, path])]).toEqual([
      [],
      [['warning', 'insurances.0.tariffId']],
    ]);
  });
});
