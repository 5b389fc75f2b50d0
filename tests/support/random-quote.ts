import { Random } from '#backend/seed/random.ts';
import type { Incentive, PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { vatOf } from '#domain/money.ts';
import {
  aCampaign,
  aChoice,
  aDraft,
  anIncentive,
  anInsurance,
  aPlan,
  aSheet,
  aTradeIn,
  aUsedSheet,
} from './price-sheet.ts';

const base = aSheet();
const bases = ['list', 'optional', 'pack', 'accessory', 'total'] as const;

/** No campaign, one with a budget, one that is used up, and two that exclude all others. */
const campaigns = [
  ...[null, null, aCampaign({ left: 2_000_00, priority: 1 }), aCampaign({ id: 2, left: 0 })],
  ...[aCampaign({ id: 3, stacking: 'alone' }), aCampaign({ id: 4, stacking: 'alone', left: 3_000_00 })],
];

const incentive = (random: Random, id: number): Incentive =>
  anIncentive({
    id,
    payer: random.pick(['maker', 'dealer', 'state', 'financial']),
    basis: random.pick(bases),
    group: random.pick([null, null, 'a', 'b']),
    requiresUsed: random.pick([null, null, null, 'barter', 'scrapping']),
    refundPercent: random.int(0, 100),
    bonus: random.pick([0, 0, 450_00]),
    campaign: random.pick(campaigns),
    ...(random.chance(0.5)
      ? { amount: random.int(0, 9_000_00), percent: null }
      : { amount: null, percent: random.int(0, 6_000) / 100 }),
  });

/** A policy of each tariff model, and one of credit protection. */
const insurances = [
  anInsurance({ commissionPercent: 12 }),
  anInsurance({
    id: 2,
    name: 'Kasko',
    covers: [{ ...anInsurance().covers[0]!, model: 'rate', rate: 18, minimum: 150_00 }],
  }),
  anInsurance({
    id: 3,
    type: 'credit_protection',
    name: 'Protezione del credito',
    covers: [{ ...anInsurance().covers[0]!, model: 'financed', percentPerMonth: 0.05, taxPercent: 2.5 }],
  }),
];
const plans = [
  ...base.plans.map((plan) => ({ ...plan, commissionPercent: 2 })),
  aPlan({
    id: 4,
    name: 'Due tempi',
    type: 'two_step_fixed',
    balloonBasis: 'kih',
    secondStep: { months: 24, tan: 7.5 },
    terms: [{ months: 36, tan: 6.25, balloonPercent: 30 }],
  }),
];

const choice = (random: Random) =>
  aChoice({
    planId: random.int(1, 5),
    months: random.pick([24, 36, 48, 60]),
    amount: random.chance(0.5) ? null : random.int(0, 40_000_00),
    protection: random.chance(0.3),
    balloon: random.chance(0.1) ? random.int(0, 15_000_00) : null,
  });
const some = <T>(random: Random, most: number, make: (i: number) => T): T[] =>
  Array.from({ length: random.int(0, most) }, (_, i) => make(i));
const ids = (random: Random, most: number, highest: number) => [
  ...new Set(some(random, most, () => random.int(1, highest))),
];

/** A random quote with unusual choices, the same for the same seed. */
export function randomQuote(seed: number): { draft: QuoteDraft; sheet: PriceSheet } {
  const random = new Random(seed);
  const sold = <T extends { price: number }>(items: T[]) =>
    items.map((item) => ({ ...item, cost: random.int(0, item.price) }));
  const sheet: PriceSheet = {
    ...base,
    incentives: some(random, 7, (i) => incentive(random, i + 1)),
    plans,
    insurances,
    accessories: sold(base.accessories),
    services: sold(base.services),
    makerServices: sold(base.makerServices),
    costPercent: random.pick([null, 86.5]),
    extras: random.pick([[], [{ label: 'Costo di stock', amount: -140_00, margin: 3 as const }]]),
  };
  const draft = aDraft({
    province: random.pick(['MI', 'TN', 'SO', 'VI']),
    optionIds: ids(random, 6, 12),
    accessoryIds: ids(random, 3, 4),
    serviceIds: ids(random, 2, 3),
    makerServiceIds: ids(random, 1, 2),
    incentiveIds: ids(random, 7, 8),
    customDiscounts: some(random, 2, () =>
      random.chance(0.5)
        ? { label: '', amount: random.int(0, 5_000_00), percent: null }
        : { label: '', amount: null, percent: random.int(0, 3_000) / 100 },
    ),
    tradeIns: some(random, 3, (i) =>
      aTradeIn({
        type: random.pick(['barter', 'scrapping']),
        plate: `GX12${i}AB`,
        valuation: random.int(0, 15_000_00),
        residualDebt: random.pick([0, 0, random.int(0, 9_000_00)]),
        euroClass: random.int(0, 6),
        standInValue: random.pick([null, random.int(0, 15_000_00)]),
      }),
    ),
    insurances: some(random, 3, () => ({
      tariffId: random.int(1, 4),
      months: random.pick([12, 24, 36]),
      inPlan: random.chance(0.5),
      insuredValue: random.pick([null, 20_000_00]),
    })),
    deposit: random.pick([0, random.int(0, 12_000_00)]),
    reducedVat: random.chance(0.1),
    iptExemption: random.pick(['none', 'none', 'none', 'disabled', 'trader']),
    refund: random.chance(0.1),
    financing: random.chance(0.6) ? choice(random) : null,
    alternatives: some(random, 2, () => choice(random)),
  });
  return { draft, sheet };
}

/**
 * A used car on the terms of a random quote: any regime, perhaps with costs above its price, a lowest price, or held
 * or sold by others.
 */
export function randomUsedQuote(seed: number): { draft: QuoteDraft; sheet: PriceSheet } {
  const random = new Random(seed * 7919);
  const { draft, sheet } = randomQuote(seed);
  const listPrice = random.int(500_00, 60_000_00);
  const expenses = random.int(0, 3_000_00);
  const car = aUsedSheet(
    {
      incentives: sheet.incentives,
      plans: sheet.plans,
      services: sheet.services,
      insurances: sheet.insurances.map((one) => ({ ...one, usages: ['new', 'used'] })),
      discountCap: random.pick([null, 5, 100]),
    },
    {
      regime: random.pick(['retail', 'iva_exposed']),
      minPrice: random.pick([null, random.int(0, listPrice)]),
      expense: random.pick([null, null, random.int(0, 1_500_00)]),
      cost: random.pick([
        null,
        { purchase: random.int(0, 70_000_00), purchaseVat: 0, expenses, expensesVat: vatOf(expenses) },
      ]),
      gone: random.chance(0.05) ? 'L’auto è stata venduta' : null,
    },
  );
  return {
    sheet: { ...car, version: { ...car.version, listPrice, kw: random.int(30, 300) } },
    draft: {
      ...draft,
      versionId: 0,
      stockId: 7,
      optionIds: [],
      accessoryIds: [],
      makerServiceIds: [],
      vatExposed: random.chance(0.2),
      warrantyReduced: random.chance(0.3),
    },
  };
}

/** The largest quote of daily work: 60 options, 3 trade-ins, 3 plans, 4 policies, every incentive. */
export function largeQuote(): { draft: QuoteDraft; sheet: PriceSheet } {
  const options = Array.from({ length: 60 }, (_, i) => ({
    id: 1000 + i,
    code: `X${i}`,
    name: `Dettaglio ${i + 1}`,
    kind: 'optional' as const,
    price: 10_00 + i,
    standard: false,
    colour: null,
  }));
  const guarantees = ['theft_fire', 'glass', 'natural', 'assistance'] as const;
  const policies = guarantees.map((cover, i) =>
    anInsurance({
      id: i + 1,
      name: `Polizza ${i + 1}`,
      covers: anInsurance().covers.map((one) => ({ ...one, cover })),
    }),
  );
  const sheet = { ...base, options: [...base.options, ...options], insurances: policies, costPercent: 86.5 };
  const draft = aDraft({
    optionIds: options.map(({ id }) => id),
    accessoryIds: [1, 2, 3],
    serviceIds: [1, 2],
    makerServiceIds: [1],
    incentiveIds: [1, 2, 5, 7, 8],
    customDiscounts: [{ label: '', amount: null, percent: 3 }],
    tradeIns: [1, 2, 3].map((i) => aTradeIn({ plate: `GX12${i}AB`, valuation: 2_000_00 * i })),
    insurances: policies.map(({ id }) => ({ tariffId: id, months: 12, insuredValue: null, inPlan: id < 3 })),
    deposit: 1_000_00,
    financing: aChoice({ amount: null, protection: true }),
    alternatives: [aChoice({ planId: 2, months: 36, amount: null }), aChoice({ planId: 1, months: 48, amount: null })],
  });
  return { draft, sheet };
}
