import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amortisation, amortisationSums } from '#domain/financials/amortisation.ts';
import { effectiveRate } from '#domain/financials/credit.ts';
import { loanOf, type Choice } from '#domain/financials/loan.ts';
import { assess, minDeposit, offerOf, offersFor, type Offer } from '#domain/financials/offers.ts';
import { amountForInstalment, rollBack } from '#domain/financials/reverse.ts';
import type { Plan } from '#domain/financials/schema.ts';
import { aPlan, aSheet } from '#tests/support/price-sheet.ts';

const { params } = aSheet();
const basis = { listTotal: 27_000_00, keysInHand: 25_900_00, upfront: 5_900_00 };
const loan = { months: 60, amount: 20_000_00, protection: false };
const tcm = aPlan({ type: 'tcm', terms: [{ months: 36, tan: 6.49, balloonPercent: 50 }], balloonBasis: 'car_price' });

/** What a protection may not change of an offer. */
const withoutProtection = (offer: Offer) => ({ ...offer, monthly: 0, protection: 0, withProtection: null });

describe('worked offers of rules.md §9', () => {
  test('1. loan', () => {
    expect(offerOf(aPlan(), loan, basis, params)).toEqual({
      planId: 1,
      months: 60,
      amount: 20_000_00,
      capital: 20_395_00,
      instalments: 60,
      instalment: 403_36,
      lastInstalment: 403_64,
      balloon: 0,
      interest: 3_806_88,
      totalDue: 24_467_87,
      creditCost: 4_467_87,
      tan: 6.95,
      taeg: 8.58,
      monthly: 403_36,
      protection: 0,
      withProtection: null,
      secondStep: null,
    });
  });

  test('1b. stamps instead of the substitute tax', () => {
    expect(offerOf(aPlan({ taxMode: 'stamp' }), loan, basis, params)?.taeg).toBe(8.51);
  });

  test('2. guaranteed future value: 35 instalments and 13,500 in month 36', () => {
    const offer = offerOf(tcm, { ...loan, months: 36 }, basis, params);
    expect(offer).toMatchObject({
      instalments: 35,
      instalment: 291_67,
      balloon: 13_500_00,
      // 23,888.44 less the 0.11 that the last instalment gives back
      totalDue: 23_888_33,
      taeg: 7.99,
    });
  });

  test('4. zero TAN', () => {
    const free = aPlan({ terms: [{ months: 36, tan: 0, balloonPercent: null }], fee: 0 });
    expect(offerOf(free, { ...loan, months: 36, amount: 18_000_00 }, basis, params)?.instalment).toBe(500_00);
  });

  test('5. protection is financed, disclosed, and no part of cost of credit and TAEG', () => {
    const bare = offerOf(aPlan(), loan, basis, params)!;
    const offer = offerOf(aPlan(), { ...loan, protection: true }, basis, params)!;
    const { monthly, protection, withProtection } = offer;
    expect(withoutProtection(offer)).toEqual(withoutProtection(bare));
    expect([monthly, protection]).toEqual([419_10, 795_41]);
    expect(withProtection).toMatchObject({ capital: 21_190_41, instalment: 419_10 });
    const rows = amortisation(aPlan(), loanOf(aPlan(), { ...loan, protection: true }, basis)!, params);
    expect(withProtection!.totalDue).toBe(amortisationSums(rows).total);
  });
});

test('substitute tax needs more than 18 months: below, the stamps are due', () => {
  const short = aPlan({
    terms: [18, 19].map((months) => ({ months, tan: 0, balloonPercent: null })),
    fee: 0,
    collectionFee: 0,
    yearlyFee: 0,
  });
  const due = (months: number) => offerOf(short, { ...loan, months, amount: 18_000_00 }, basis, params)!.creditCost;
  expect(due(18)).toBe(16_00 + 2_00);
  expect(due(19)).toBeCloseTo(45_00, -2);
});

describe('limits', () => {
  const messages = (change: object, plan = aPlan({ minDepositPercent: 10 })) =>
    assess(plan, { ...loan, ...change }, basis, params).issues.map(({ path, message }) => [
      path,
      message.replaceAll('\u00a0', ' '),
    ]);

  test('a choice inside them has no issue', () => {
    expect(messages({})).toEqual([]);
  });

  test.each([
    [{ amount: 2_999_99 }, 'financing.amount', 'minimo è 3.000,00 €'],
    [{ amount: 60_000_01 }, 'financing.amount', 'massimo è 60.000,00 €'],
    [{ months: 72 }, 'financing.months', 'durata di 72 mesi non prevista'],
  ])('%o is told', (change, path, message) => {
    expect(messages(change)).toEqual([[path, expect.stringContaining(message)]]);
  });

  test('trade-in and deposit together make the minimum deposit', () => {
    const plan = aPlan({ minDepositPercent: 25 });
    expect(minDeposit(plan, basis.keysInHand)).toBe(6_475_00);
    expect(messages({}, plan)).toEqual([['deposit', expect.stringContaining('6.475,00 €')]]);
    expect(assess(plan, loan, { ...basis, upfront: 6_475_00 }, params).issues).toEqual([]);
  });

  test('a balloon as large as the capital leaves no plan', () => {
    const small = { months: 36, amount: 13_000_00, protection: false };
    expect(offerOf(tcm, small, basis, params)).toBeNull();
    expect(assess(tcm, small, basis, params).issues.map((issue) => issue.level)).toEqual(['error']);
  });

  test('protection on a plan without it is a warning and costs nothing', () => {
    const plan = aPlan({ protectionPercent: null });
    const wanted = { ...loan, protection: true };
    expect(assess(plan, wanted, basis, params).issues).toMatchObject([
      { level: 'warning', path: 'financing.protection' },
    ]);
    expect(offerOf(plan, wanted, basis, params)?.protection).toBe(0);
  });
});

test('every plan is offered at its nearest duration', () => {
  const offers = offersFor(aSheet(), { months: 45, amount: 15_000_00, protection: false }, basis);
  expect(offers.map(({ plan, offer }) => [plan.id, offer?.months])).toEqual([[1, 48], [2, 36], [3, 24]]); // prettier-ignore
});

const anyPlan = fc
  .record({
    tan: fc.double({ min: 0, max: 20, noNaN: true }),
    months: fc.integer({ min: 12, max: 96 }),
    balloonPercent: fc.constantFrom(null, 20, 40),
    balloonBasis: fc.constantFrom('car_price' as const, 'financing' as const, 'kih' as const),
    fee: fc.integer({ min: 0, max: 450_00 }),
    collectionFee: fc.integer({ min: 0, max: 4_00 }),
    yearlyFee: fc.integer({ min: 0, max: 3_00 }),
    taxMode: fc.constantFrom('substitute' as const, 'stamp' as const),
  })
  .map(({ tan, months, balloonPercent, ...rest }) =>
    aPlan({ ...rest, ...most, terms: [{ months, tan, balloonPercent }] }),
  );
const amounts = fc.integer({ min: 15_000_00, max: 80_000_00 });
/** The plan of these tests takes any of them. */
const most = { minAmount: 1, maxAmount: 100_000_00 };

describe('any plan', () => {
  test('costs at least its TAN, and pays back what it lends', () => {
    fc.assert(
      fc.property(anyPlan, amounts, fc.boolean(), (plan, amount, protection) => {
        const offer = offerOf(plan, { months: plan.terms[0]!.months, amount, protection }, basis, params)!;
        expect(offer.taeg).toBeGreaterThanOrEqual(effectiveRate(offer.tan) - 0.01);
        expect(offer.capital).toBe(amount + plan.fee);
        expect(offer.withProtection?.capital ?? offer.capital).toBe(amount + plan.fee + offer.protection);
        expect(offer.creditCost).toBeGreaterThanOrEqual(offer.interest + plan.fee);
        const paid = offer.instalment * (offer.instalments - 1) + offer.lastInstalment + offer.balloon;
        expect(paid).toBe(offer.capital + offer.interest);
        expect(offer.totalDue).toBe(amount + offer.creditCost);
        const loanToday = loanOf(plan, { months: plan.terms[0]!.months, amount, protection }, basis)!;
        const sums = amortisationSums(amortisation(plan, loanToday, params));
        expect((offer.withProtection ?? offer).totalDue).toBe(sums.total);
        expect([sums.principal, sums.instalment + sums.charges]).toEqual([loanToday.capital, sums.total]);
      }),
    );
  });

  test('gives back, from a wanted instalment, an amount with that instalment', () => {
    fc.assert(
      fc.property(anyPlan, amounts, fc.boolean(), (plan, amount, protection) => {
        const months = plan.terms[0]!.months;
        const wanted = offerOf(plan, { months, amount, protection }, basis, params)!.monthly;
        const found = amountForInstalment(wanted, plan, { months, protection }, basis, params)!;
        const again = offerOf(plan, { months, amount: found, protection }, basis, params)!;
        expect(Math.abs(again.monthly - wanted)).toBeLessThanOrEqual(1);
        expect(assess(plan, { months, amount: found, protection }, basis, params).issues).toEqual([]);
      }),
    );
  });
});

test('4. 300 a month over 60 months: 15,168.66 less the fee', () => {
  expect(amountForInstalment(300_00, aPlan(), { months: 60, protection: false }, basis, params)).toBe(
    15_168_66 - 395_00,
  );
});

test('no amount gives an instalment that the fee alone exceeds, nor a duration not offered', () => {
  expect(amountForInstalment(1_00, aPlan(), { months: 60, protection: false }, basis, params)).toBeNull();
  expect(amountForInstalment(0, tcm, { months: 36, protection: false }, basis, params)).toBeNull();
  expect(amountForInstalment(300_00, aPlan(), { months: 61, protection: false }, basis, params)).toBeNull();
});

describe('a plan that cannot be computed says why (rules.md §9, 5)', () => {
  const reasons = (plan: Plan, change: Partial<Choice> = {}) =>
    assess(plan, { ...loan, ...change }, basis, params).issues.map(({ path, message }) => [path, message]);

  test.each<[string, Plan, Partial<Choice>, string]>([
    ['nothing to finance', aPlan({ minAmount: 0 }), { amount: 0 }, 'financing.amount'],
    ['a future value above the capital', tcm, { months: 36, amount: 13_000_00 }, 'financing.amount'],
    ['a balloon above the plan’s', tcm, { months: 36, balloon: 13_500_01 }, 'financing.balloon'],
    ['a TAEG out of range', aPlan({ fee: 90_000_00, minAmount: 1 }), { amount: 1_000_00 }, 'financing.amount'],
  ])('%s', (_, plan, change, path) => {
    expect(offerOf(plan, { ...loan, ...change }, basis, params) === null || path === 'financing.balloon').toBe(true);
    expect(reasons(plan, change)).toEqual([[path, expect.stringContaining(plan.name)]]);
  });

  test('so there is an offer exactly where nothing is wrong', () => {
    const any = fc.record({
      amount: fc.integer({ min: -10, max: 90_000_00 }),
      months: fc.constantFrom(12, 36, 60, 61),
      protection: fc.boolean(),
      balloon: fc.option(fc.integer({ min: 0, max: 20_000_00 })),
    });
    fc.assert(
      fc.property(anyPlan, any, (plan, choice) => {
        const errors = assess(plan, choice, basis, params).issues.filter(({ level }) => level === 'error');
        if (errors.length === 0) expect(offerOf(plan, choice, basis, params)).not.toBeNull();
        else expect(errors.every(({ message }) => message.startsWith(plan.name))).toBe(true);
      }),
    );
  });
});

describe('future values by months and kilometres', () => {
  const table = [10_000, 15_000].map((kmPerYear, i) => ({ months: 36, kmPerYear, percent: 56 - 4 * i }));
  const plan = { ...tcm, futureValues: table };
  const at = (change: Partial<Choice>) =>
    offerOf(plan, { ...loan, months: 36, ...change }, { ...basis, listTotal: 26_000_00 }, params)!;

  test('the table gives the balloon of the mileage', () => {
    expect(at({ kmPerYear: 10_000 }).balloon).toBe(14_560_00);
    expect(at({ kmPerYear: 15_000 }).balloon).toBe(13_520_00);
  });

  test('none stands for more kilometres than the table has: the plan says so', () => {
    const issues = assess(plan, { ...loan, months: 36, kmPerYear: 15_001 }, basis, params).issues;
    expect(issues).toMatchObject([{ path: 'financing.kmPerYear', message: expect.stringContaining('15.000 km') }]);
  });

  test('a seller’s own stays within the plan’s limits: what the maker guarantees is never more than the table', () => {
    const limited = { minBalloonPercent: 20, maxBalloonPercent: 60 };
    const wrong = (own: Plan, balloon: number) =>
      assess(own, { ...loan, months: 36, balloon }, basis, params).issues.map(({ path, message }) => [path, message]);
    const at = basis.listTotal;
    const two = { ...tcm, type: 'two_step_base' as const, secondStep: { months: 24, tan: 7 } };
    expect(wrong({ ...tcm, ...limited }, at * 0.5)).toEqual([]);
    expect(wrong({ ...tcm, ...limited }, at * 0.5 + 1)).toEqual([
      ['financing.balloon', expect.stringContaining('al massimo')],
    ]);
    expect(wrong({ ...two, ...limited }, at * 0.6)).toEqual([]);
    expect(wrong({ ...two, ...limited }, at * 0.6 + 1)).toEqual([
      ['financing.balloon', expect.stringContaining('al massimo')],
    ]);
    expect(wrong({ ...two, ...limited }, at * 0.2 - 1)).toEqual([
      ['financing.balloon', expect.stringContaining('almeno')],
    ]);
    expect(wrong(two, at * 0.5 + 1)).toEqual([['financing.balloon', expect.stringContaining('al massimo')]]);
    expect(wrong(two, 1_00)).toEqual([]);
  });

  test('a smaller one may be agreed', () => {
    expect(at({ kmPerYear: 15_000, balloon: 10_000_00 })).toMatchObject({ balloon: 10_000_00, instalments: 35 });
  });

  test('a second step pays the balloon back at its own rate: 422.73 for 13,500 at 7.95 % over 36 months', () => {
    const two = { ...tcm, type: 'two_step_fixed' as const, secondStep: { months: 36, tan: 7.95 } };
    expect(offerOf(two, { ...loan, months: 36 }, basis, params)?.secondStep).toMatchObject({
      capital: 13_500_00,
      instalment: 422_73,
      months: 36,
      tan: 7.95,
    });
  });
});

describe('from a wanted instalment back', () => {
  const now = { choice: { ...loan, amount: 20_000_00 }, deposit: 5_900_00 };
  const back = (instalment: number, plan = aPlan()) => rollBack(instalment, plan, now, basis, params);

  test('to a deposit, a price or a duration, each alone', () => {
    const { deposit, discount } = back(350_00);
    expect([deposit, discount]).toEqual([5_900_00 + 2_698_23, 2_698_23]);
    const paid = { ...loan, amount: 20_000_00 - 2_698_23 };
    expect(offerOf(aPlan(), paid, basis, params)!.monthly).toBe(350_00);
    expect(back(500_00).months).toBe(48);
    expect(back(700_00).months).toBe(36);
  });

  test('nothing leads to an instalment out of reach', () => {
    expect(back(1_00)).toEqual({ deposit: null, months: null, discount: null });
  });
});
