import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effectiveRate } from '#domain/financials/credit.ts';
import { amountForInstalment, minDeposit, offerOf, offersFor, planIssues } from '#domain/financials/offers.ts';
import { aPlan, aSheet } from '#tests/support/sheet.ts';

const { params } = aSheet();
const basis = { listTotal: 27_000_00, keysInHand: 25_900_00, upfront: 5_900_00 };
const loan = { months: 60, amount: 20_000_00, protection: false };
const tcm = aPlan({ type: 'tcm', terms: [{ months: 36, tan: 6.49, balloonPercent: 50 }], balloonBasis: 'car_price' });

describe('worked offers of domain.md §2.12', () => {
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
      interest: 3_806_60,
      protection: 0,
      totalDue: 24_467_59,
      creditCost: 4_467_59,
      tan: 6.95,
      taeg: 8.57,
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
      totalDue: 23_888_44,
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
    expect(offer).toMatchObject({ protection: 795_41, instalment: 419_10, taeg: bare.taeg });
    expect(offer.creditCost).toBe(offer.totalDue - 20_000_00 - 795_41);
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
    planIssues(plan, { ...loan, ...change }, basis).map(({ path, message }) => [
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
    expect(planIssues(plan, loan, { ...basis, upfront: 6_475_00 })).toEqual([]);
  });

  test('a balloon as large as the capital leaves no plan', () => {
    const small = { months: 36, amount: 13_000_00, protection: false };
    expect(offerOf(tcm, small, basis, params)).toBeNull();
    expect(planIssues(tcm, small, basis).map((issue) => issue.level)).toEqual(['error']);
  });

  test('protection on a plan without it is a warning and costs nothing', () => {
    const plan = aPlan({ protectionPercent: null });
    const wanted = { ...loan, protection: true };
    expect(planIssues(plan, wanted, basis)).toMatchObject([{ level: 'warning', path: 'financing.protection' }]);
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
  .map(({ tan, months, balloonPercent, ...rest }) => aPlan({ ...rest, terms: [{ months, tan, balloonPercent }] }));
const amounts = fc.integer({ min: 15_000_00, max: 80_000_00 });

describe('any plan', () => {
  test('costs at least its TAN, and pays back what it lends', () => {
    fc.assert(
      fc.property(anyPlan, amounts, fc.boolean(), (plan, amount, protection) => {
        const offer = offerOf(plan, { months: plan.terms[0]!.months, amount, protection }, basis, params)!;
        expect(offer.taeg).toBeGreaterThanOrEqual(effectiveRate(offer.tan) - 0.01);
        expect(offer.capital).toBe(amount + plan.fee + offer.protection);
        expect(offer.creditCost).toBeGreaterThanOrEqual(offer.interest + plan.fee);
        expect(offer.instalment * offer.instalments + offer.balloon).toBe(offer.capital + offer.interest);
      }),
    );
  });

  test('gives back, from a wanted instalment, an amount with that instalment', () => {
    fc.assert(
      fc.property(anyPlan, amounts, fc.boolean(), (plan, amount, protection) => {
        const months = plan.terms[0]!.months;
        const wanted = offerOf(plan, { months, amount, protection }, basis, params)!.instalment;
        const found = amountForInstalment(wanted, plan, { months, protection }, basis)!;
        expect(
          Math.abs(offerOf(plan, { months, amount: found, protection }, basis, params)!.instalment - wanted),
        ).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test('4. 300 a month over 60 months: 15,168.66 less the fee', () => {
  expect(amountForInstalment(300_00, aPlan(), { months: 60, protection: false }, basis)).toBe(15_168_66 - 395_00);
});

test('no amount gives an instalment that the fee alone exceeds, nor a duration not offered', () => {
  expect(amountForInstalment(1_00, aPlan(), { months: 60, protection: false }, basis)).toBeNull();
  expect(amountForInstalment(0, tcm, { months: 36, protection: false }, basis)).toBeNull();
  expect(amountForInstalment(300_00, aPlan(), { months: 61, protection: false }, basis)).toBeNull();
});
