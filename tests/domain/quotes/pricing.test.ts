import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MONEY_LIMIT } from '#domain/money.ts';
import type { Priced } from '#domain/quotes/sheet/priced.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { aChoice, aDraft, anIncentive, aSheet, aTradeIn, workedExample } from '#tests/support/price-sheet.ts';

const sheet = aSheet({ costPercent: 86.5 });
const ids = (max: number) => fc.uniqueArray(fc.integer({ min: 1, max }), { maxLength: max });
const cents = fc.integer({ min: 0, max: 30_000_00 });
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
const customDiscount = fc.oneof(
  fc.record({ label: fc.constant('A'), amount: cents, percent: fc.constant(null) }),
  fc.record({ label: fc.constant('B'), amount: fc.constant(null), percent }),
);
const tradeIn = fc
  .record({
    type: fc.constantFrom('barter' as const, 'scrapping' as const),
    valuation: cents,
    residualDebt: cents,
    euroClass: fc.nat(6),
  })
  .map(aTradeIn);

/** Any draft that the schema lets through, with ids that the sheet may not know. */
const anyDraft: fc.Arbitrary<QuoteDraft> = fc
  .record({
    province: fc.constantFrom('MI', 'TN', 'SO', 'ZZ'),
    optionIds: ids(13),
    accessoryIds: ids(4),
    customer: fc.constantFrom(
      null,
      ...(['private', 'vat', 'fleet'] as const).map((type) => ({ id: 1, name: 'N', type })),
    ),
    tradeIns: fc.array(tradeIn, { maxLength: 3 }),
    incentiveIds: ids(9),
    customDiscounts: fc.array(customDiscount, { maxLength: 5 }),
    deposit: cents,
    financing: fc.option(
      fc
        .record({
          planId: fc.integer({ min: 1, max: 4 }),
          months: fc.constantFrom(24, 36, 60, 61),
          amount: fc.option(cents),
          protection: fc.boolean(),
        })
        .map(aChoice),
    ),
  })
  .map(aDraft);

const sumOf = (rows: Priced['rows']) => rows.reduce((sum, row) => sum + row.amount, 0);

describe('any draft', () => {
  test('rows add up to every sum below them, down to the balance', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const { rows, balance, total, keysInHand, supply } = price(draft, sheet);
        const counting = (until: number) =>
          rows.slice(0, until).filter((row) => row.kind === 'line' || row.kind === 'discount');
        rows.forEach(
          (row, i) => row.kind === 'sum' && expect([row.key, row.amount]).toEqual([row.key, sumOf(counting(i))]),
        );
        const sums = Object.fromEntries(rows.filter((row) => row.kind === 'sum').map((row) => [row.key, row.amount]));
        expect({ total, ...sums }).toEqual({ total, supply, keysInHand, balance });
        expect(rows.map((row) => row.no)).toEqual(rows.map((row) => row.no).sort((a, b) => a - b));
      }),
    );
  });

  test('net and VAT make the supply, rate by rate', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const { rows, net, vat, supply } = price(draft, sheet);
        expect(net + vat).toBe(supply);
        expect(sumOf(rows.filter((row) => row.key.startsWith('vat-')))).toBe(vat);
      }),
    );
  });

  test('the order of what was chosen never matters', () => {
    const shuffled = <T>(list: T[]) => fc.shuffledSubarray(list, { minLength: list.length });
    const pair = anyDraft.chain((draft) =>
      fc
        .record({
          optionIds: shuffled(draft.optionIds),
          accessoryIds: shuffled(draft.accessoryIds),
          incentiveIds: shuffled(draft.incentiveIds),
          customDiscounts: shuffled(draft.customDiscounts),
        })
        .map((order) => [draft, { ...draft, ...order }] as const),
    );
    const figures = ({ rows, issues, ...rest }: Priced) => ({
      ...rest,
      problems: [rows.length > 0, issues.filter((issue) => issue.level === 'error').length],
    });
    fc.assert(
      fc.property(pair, ([draft, other]) => {
        expect(figures(price(other, sheet))).toEqual(figures(price(draft, sheet)));
        const backwards = {
          ...sheet,
          incentives: [...sheet.incentives].reverse(),
          accessories: [...sheet.accessories].reverse(),
        };
        expect(price(draft, backwards).margin).toEqual(price(draft, sheet).margin);
        expect(price(draft, backwards).balance).toBe(price(draft, sheet).balance);
      }),
    );
  });

  test('discounts give back exactly what they take, and never more than there is', () => {
    const wild = fc.array(
      fc.record({
        payer: fc.constantFrom('maker' as const, 'dealer' as const, 'state' as const, 'financial' as const),
        basis: fc.constantFrom(
          'list' as const,
          'optional' as const,
          'pack' as const,
          'accessory' as const,
          'total' as const,
        ),
        worth: fc.oneof(
          cents.map((amount) => ({ amount, percent: null })),
          percent.map((each) => ({ amount: null, percent: each })),
        ),
        group: fc.constantFrom(null, 'a', 'b'),
      }),
      { maxLength: 9 },
    );
    fc.assert(
      fc.property(anyDraft, wild, (draft, list) => {
        const incentives = list.map(({ worth, ...rest }, i) => anIncentive({ id: i + 1, ...rest, ...worth }));
        const full = price({ ...draft, incentiveIds: [], customDiscounts: [] }, sheet);
        const priced = price(draft, { ...sheet, incentives });
        expect(priced.supply + priced.discounts).toBe(full.supply);
        expect(priced.supply).toBeGreaterThanOrEqual(sheet.params.roadCost + sheet.params.tyreFee);
        expect(priced.keysInHand).toBeGreaterThanOrEqual(0);
        for (const row of priced.rows) if (row.kind === 'discount') expect(row.amount).toBeLessThan(0);
      }),
    );
  });

  test('one incentive more never makes the car dearer', () => {
    fc.assert(
      fc.property(anyDraft, fc.integer({ min: 1, max: 9 }), (draft, id) => {
        const more = price(
          { ...draft, incentiveIds: [...draft.incentiveIds.filter((each) => each !== id), id] },
          sheet,
        );
        const less = price({ ...draft, incentiveIds: draft.incentiveIds.filter((each) => each !== id) }, sheet);
        expect(more.keysInHand).toBeLessThanOrEqual(less.keysInHand);
      }),
    );
  });
});

describe('issues of a quote', () => {
  const issuesOf = (change: Partial<QuoteDraft>, on = sheet) =>
    price(aDraft(change), on).issues.map(
      ({ level, path, message }) => `${level} ${path} ${message.replaceAll('\u00a0', ' ')}`,
    );
  const range = 'Importo fuori dai limiti ammessi (±21.474.836 €)';

  test('a plain draft has nothing', () => {
    expect(issuesOf({})).toEqual([]);
  });

  test.each<[Partial<QuoteDraft>, string[]]>([
    [{ versionId: 7 }, ['error versionId Il listino è di un’altra versione: ricaricare la pagina']],
    [{ province: 'ZZ' }, ['error province Scegliere la provincia: serve per l’IPT']],
    [{ accessoryIds: [1, 77] }, ['warning accessoryIds Un accessorio scelto non è più a listino e non è contato']],
    [{ incentiveIds: [77] }, ['warning incentiveIds Un incentivo scelto non è più in vigore e non è contato']],
    [{ deposit: 30_000_00 }, ['error deposit L’anticipo supera di 3.665,97 € quanto resta da pagare']],
    [
      { tradeIns: [aTradeIn({ valuation: 30_000_00 })] },
      ['error refund L’usato vale 3.665,97 € più di quanto è dovuto'],
    ],
    [{ tradeIns: [aTradeIn({ valuation: 30_000_00 })], refund: true }, []],
    [
      { tradeIns: [aTradeIn(), aTradeIn({ plate: 'gx 123-ab' })] },
      ['error tradeIns.1.plate Targa già inserita nell’usato 1'],
    ],
    [
      { tradeIns: [aTradeIn({ registeredOn: '2026-12-01' })] },
      ['error tradeIns.0.registeredOn La prima immatricolazione non può essere nel futuro'],
    ],
    [
      { tradeIns: [aTradeIn({ km: 1_500_000 })] },
      ['error tradeIns.0.km Chilometri non plausibili: al massimo 1.000.000'],
    ],
    [
      { tradeIns: [aTradeIn({ valuation: 1_000_00, residualDebt: 2_000_00 })] },
      ['warning tradeIns.0.residualDebt Il residuo da estinguere supera la valutazione'],
    ],
    [
      { financing: aChoice({ planId: 77, months: 36, amount: 10_000_00, protection: false }) },
      ['warning financing.planId Il piano di finanziamento non è più disponibile e non è contato'],
    ],
    [
      { financing: aChoice({ planId: 2, months: 36, amount: 20_000_00, protection: false }) },
      ['error deposit Lumera Futuro: l’anticipo minimo, permuta compresa, è 2.633,40 €'],
    ],
  ])('%o', (change, expected) => {
    expect(issuesOf(change)).toEqual(expected);
  });

  test('a version without a price', () => {
    const free = { ...sheet, version: { ...sheet.version, listPrice: 0 } };
    expect(issuesOf({}, free)).toEqual(['error versionId La versione non ha un prezzo di listino in vigore']);
  });

  test.each<[string, Partial<QuoteDraft>]>([
    ['deposit', { deposit: MONEY_LIMIT + 1 }],
    ['deposit', { deposit: NaN }],
    ['financing.amount', { financing: aChoice({ planId: 1, months: 60, amount: MONEY_LIMIT + 1, protection: false }) }],
    // within the limit itself, but not with its interest
    ['financing.amount', { financing: aChoice({ planId: 1, months: 60, amount: MONEY_LIMIT - 1, protection: false }) }],
    ['tradeIns.0.valuation', { tradeIns: [aTradeIn({ valuation: 2 ** 40 })] }],
    ['tradeIns.0.residualDebt', { tradeIns: [aTradeIn({ residualDebt: 2 ** 40 })] }],
    ['customDiscounts.0', { customDiscounts: [{ label: '', amount: MONEY_LIMIT + 1, percent: null }] }],
    ['balance', { tradeIns: [aTradeIn({ residualDebt: MONEY_LIMIT, valuation: 0 })] }],
  ])('an amount beyond the limit at %s is refused with a message', (path, change) => {
    expect(issuesOf(change)).toContain(`error ${path} ${range}`);
    expect(issuesOf({ ...change, deposit: 0, financing: null, tradeIns: [], customDiscounts: [] })).toEqual([]);
  });

  test('amounts at the limit are taken', () => {
    const discount = { label: '', amount: MONEY_LIMIT, percent: null };
    expect(issuesOf({ customDiscounts: [discount] }).filter((issue) => issue.startsWith('error'))).toEqual([]);
  });

  test('odd drafts are told about, not thrown at', () => {
    const odd = fc.constantFrom(NaN, Infinity, -Infinity, -1, 0.5, 2 ** 60);
    fc.assert(
      fc.property(anyDraft, odd, odd, odd, (draft, a, b, c) => {
        const financing = aChoice({ months: a, amount: b, protection: true });
        const broken = {
          ...draft,
          versionId: a,
          optionIds: [b],
          deposit: c,
          financing,
          customDiscounts: [{ label: '', amount: a, percent: b }],
        };
        expect(price(broken, sheet).issues.some((issue) => issue.level === 'error')).toBe(true);
        const nothing = { options: [], rules: [], accessories: [], services: [], makerServices: [], incentives: [] };
        const emptied = { ...sheet, ...nothing, plans: [], provinces: [] };
        expect(price(draft, emptied).issues.some((issue) => issue.path === 'province')).toBe(true);
      }),
    );
  });
});

test('accessories at another rate are split at their own, after the discount they share', () => {
  const { rows, net, supply } = price(aDraft({ accessoryIds: [2, 3], incentiveIds: [8] }), sheet);
  const vat = Object.fromEntries(
    rows.filter((row) => row.key.startsWith('vat-')).map((row) => [row.label, row.amount]),
  );
  const [reduced, ordinary] = [12_50, 24_900_00 + 320_00 + 950_00 + 3_05];
  expect(vat).toEqual({
    'di cui IVA 22\u00a0%': ordinary - Math.round(ordinary / 1.22),
    'di cui IVA 4\u00a0%': reduced - Math.round(reduced / 1.04),
  });
  expect(net).toBe(Math.round(ordinary / 1.22) + Math.round(reduced / 1.04));
  expect(supply).toBe(ordinary + reduced);
});

test('trade-in credit is the valuation less what is still owed; the protection is financed and moves no balance', () => {
  const bare = price(workedExample.draft, sheet);
  const owed = price(
    { ...workedExample.draft, tradeIns: [aTradeIn({ residualDebt: 1_500_00 })], incentiveIds: [1] },
    sheet,
  );
  expect([owed.tradeIn, owed.balance]).toEqual([5_000_00, bare.balance + 1_500_00 + 1_500_00]);
  const covered = price(
    { ...workedExample.draft, financing: { ...workedExample.draft.financing!, protection: true } },
    sheet,
  );
  expect(covered.balance).toBe(bare.balance);
  expect(covered.rows.find((row) => row.no === 14)).toMatchObject({ kind: 'info', amount: covered.offer!.protection });
});

test('a discount on accessories refunds nothing to the margin of the car', () => {
  const accessory = { ...sheet, incentives: [anIncentive({ basis: 'accessory', amount: 100_00 })] };
  const change = aDraft({ accessoryIds: [2], incentiveIds: [1] });
  expect(price(change, accessory).discounts).toBe(100_00);
  expect(price(change, accessory).margin).toEqual(price(aDraft(), sheet).margin);
});

test('the trade-in counts towards the minimum deposit of the plan', () => {
  const financing = aChoice({ planId: 2, months: 36, amount: 18_000_00 });
  expect(price(aDraft({ financing, tradeIns: [aTradeIn()] }), sheet).issues).toEqual([]);
});
