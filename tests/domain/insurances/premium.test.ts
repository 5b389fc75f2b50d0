import { expect, it } from 'vitest';
import fc from 'fast-check';
import { blankOf, type Values } from '#domain/record/fields.ts';
import { coverFields, coverTaxes, insuranceFields } from '#domain/insurances/fields.ts';
import { commissionOf, premiumOf, refusalOf, type Risk } from '#domain/insurances/premium.ts';
import { covers, type Cover } from '#domain/insurances/terms.ts';

type Line = Values<typeof coverFields>;
const line = (cover: Cover, rest: Partial<Line>): Line => ({
  ...blankOf(coverFields),
  cover,
  taxPercent: coverTaxes[cover],
  ...rest,
});
const fixed = (cover: Cover, premium: number) => line(cover, { model: 'fixed', premium });
type Product = Values<typeof insuranceFields>;
const product = (type: Product['type'], lines: Line[], rest: Partial<Product> = {}): Product => ({
  ...blankOf(insuranceFields),
  type,
  covers: lines,
  durations: ['12', '24', '36'],
  ...rest,
});
const risk: Risk = { usage: 'new', value: 24_900_00, province: 'MI', months: 12, kw: 85, age: 0, financed: 0 };
const gross = (tariff: Product, more: Partial<Risk> = {}) => premiumOf(tariff, { ...risk, ...more })?.gross;

it('computes the worked premiums of rules.md §10', () => {
  expect(gross(product('rca', [fixed('liability', 400_00)]))).toBe(506_00);
  const theft = line('theft_fire', { model: 'rate', rate: 18 });
  expect(premiumOf(product('cvt', [theft]), risk)).toMatchObject({ net: 448_20, tax: 60_51, gross: 508_71 });
  expect(gross(product('cvt', [fixed('kasko', 480_00)]))).toBe(544_80);
  expect(gross(product('cvt', [fixed('assistance', 25_00)]))).toBe(27_50);
  expect(gross(product('cvt', [fixed('legal', 20_00)]))).toBe(22_50);
  expect(gross(product('cvt', [fixed('injuries', 30_00)]))).toBe(30_75);
  const life = line('life', { model: 'financed', percentPerMonth: 0.065 });
  expect(gross(product('credit_protection', [life]), { financed: 20_395_00, months: 60 })).toBe(795_41);
});

it('adds guarantees up, each taxed at its own rate', () => {
  const pack = product('cvt', [
    line('theft_fire', { model: 'rate', rate: 18 }),
    fixed('assistance', 25_00),
    fixed('legal', 20_00),
    fixed('injuries', 30_00),
  ]);
  const premium = premiumOf(pack, risk)!;
  expect(premium.covers.map(({ label, gross: due }) => [label, due])).toEqual([
    ['Furto e incendio', 508_71],
    ['Assistenza', 27_50],
    ['Tutela legale', 22_50],
    ['Infortuni del conducente', 30_75],
  ]);
  expect(premium.gross).toBe(589_46);
  expect(commissionOf({ commissionPercent: 15, rappelPercent: 2 }, premium)).toBe(78_48 + 10_46);
});

const zone = (name: string, provinces: string, coefficient: number, provincialTax: number | null = null) => ({
  name,
  provinces,
  coefficient,
  provincialTax,
});
it('takes the zone of the province, else the one without provinces, and the tax of an RCA zone', () => {
  const zones = [zone('Nord', 'MI MB', 0.9), zone('Altre', '', 1.2), zone('Trento e Bolzano', 'TN BZ', 1, 9)];
  const rca = product('rca', [fixed('liability', 400_00)], { zones });
  expect(premiumOf(rca, risk)).toMatchObject({ zone: 'Nord', net: 360_00 });
  expect(premiumOf(rca, { ...risk, province: 'NA' })).toMatchObject({ zone: 'Altre', net: 480_00 });
  expect(premiumOf(rca, { ...risk, province: null })?.zone).toBe('Altre');
  expect(premiumOf(rca, { ...risk, province: 'BZ' })).toMatchObject({ net: 400_00, tax: 78_00 });
});

it('multiplies by years and power, keeps the minimum, and does neither for a part of the capital', () => {
  const theft = line('theft_fire', { model: 'rate', rate: 10, minimum: 600_00 });
  expect(premiumOf(product('cvt', [theft]), risk)?.net).toBe(600_00);
  expect(premiumOf(product('cvt', [theft]), { ...risk, months: 36 })?.net).toBe(747_00);
  const yearly = line('assistance', { model: 'fixed', premium: 25_00, yearly: true });
  expect(premiumOf(product('cvt', [yearly]), { ...risk, months: 24 })?.net).toBe(50_00);
  const powers = [
    { kwTo: 80, coefficient: 1 },
    { kwTo: 100, coefficient: 1.25 },
  ];
  expect(premiumOf(product('rca', [fixed('liability', 400_00)], { powers }), risk)?.net).toBe(500_00);
  const life = line('life', { model: 'financed', percentPerMonth: 0.065 });
  expect(gross(product('credit_protection', [life], { powers }), { financed: 20_395_00, months: 60 })).toBe(795_41);
});

const cells = [
  { valueTo: 20_000_00, months: 12, premium: 300_00 },
  { valueTo: 30_000_00, months: 12, premium: 400_00 },
  { valueTo: null, months: 24, premium: 700_00 },
];
it('finds the cell of value and duration, and says when there is none', () => {
  const table = product('cvt', [line('kasko', { model: 'matrix', cells })]);
  expect(premiumOf(table, risk)?.net).toBe(400_00);
  expect(premiumOf(table, { ...risk, value: 20_000_00 })?.net).toBe(300_00);
  expect(premiumOf(table, { ...risk, months: 24, value: 99_000_00 })?.net).toBe(700_00);
  expect(premiumOf(table, { ...risk, value: 30_000_01 })).toBeNull();
  expect(refusalOf(table, { ...risk, months: 36 })).toBe('Valore o durata fuori dalla tabella dei premi');
});

it('says why a product is not sold for a car', () => {
  const theft = product('cvt', [line('theft_fire', { model: 'rate', rate: 18 })]);
  const why = (rest: Partial<Product>, more: Partial<Risk> = {}) =>
    refusalOf({ ...theft, ...rest }, { ...risk, ...more });
  expect(why({})).toBeNull();
  expect(why({ usages: ['used'] })).toBe('Non per auto nuove');
  expect(why({}, { months: 60 })).toBe('Durata di 60 mesi non prevista');
  expect(why({ maxMonths: 120 }, { age: 121 })).toBe('Solo per auto fino a 120 mesi');
  expect(why({ minValue: 30_000_00 })).toMatch('sotto il minimo');
  expect(why({ maxValue: 20_000_00 })).toMatch('oltre il massimo');
  expect(why({ powers: [{ kwTo: 50, coefficient: 1 }] })).toMatch('Potenza');
  expect(why({ covers: [] })).toMatch('Nessuna garanzia');
  expect(why({ type: 'credit_protection' })).toBe('Solo con un finanziamento');
});

const anyLine = fc.record({
  cover: fc.constantFrom(...(Object.keys(covers) as Cover[])),
  model: fc.constantFrom('fixed', 'rate', 'financed'),
  premium: fc.nat(200_000),
  rate: fc.nat(40_000).map((value) => value / 1000),
  minimum: fc.nat(50_000),
  percentPerMonth: fc.nat(2000).map((value) => value / 10_000),
  taxPercent: fc.nat(3000).map((value) => value / 100),
}) as fc.Arbitrary<Partial<Line>>;
it('is whole cents, never negative, and sums to the cent', () => {
  fc.assert(
    fc.property(
      ...[fc.array(anyLine, { minLength: 1, maxLength: 6 }), fc.nat(10_000_000), fc.nat(5_000_000)],
      (lines, value, financed) => {
        const tariff = product(
          'cvt',
          lines.map((each) => ({ ...blankOf(coverFields), ...each })),
        );
        const premium = premiumOf(tariff, { ...risk, value, financed })!;
        expect(premium.net + premium.tax).toBe(premium.gross);
        for (const { net, tax, gross: due } of premium.covers) {
          expect(Number.isInteger(net) && Number.isInteger(tax) && net >= 0 && tax >= 0).toBe(true);
          expect(due).toBe(net + tax);
        }
        expect(premium.covers.reduce((sum, { gross: due }) => sum + due, 0)).toBe(premium.gross);
      },
    ),
  );
});
