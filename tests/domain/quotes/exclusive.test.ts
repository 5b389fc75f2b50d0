import { describe, expect, test } from 'vitest';
import { emptyDraft } from '#domain/quotes/empty-draft.ts';
import { displacedPolicies, displacedServices } from '#domain/quotes/sheet/exclusive.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { InsuranceTariff } from '#domain/quotes/schema.ts';
import { aDraft, anInsurance, aService, aSheet } from '#tests/support/price-sheet.ts';

const [any] = anInsurance().covers;
const covering = (...covers: InsuranceTariff['covers'][number]['cover'][]) =>
  covers.map((cover) => ({ ...any!, cover }));
const tariffs = [
  anInsurance({ id: 1, name: 'RCA base', type: 'rca', covers: covering('liability') }),
  anInsurance({ id: 2, name: 'RCA più', type: 'rca', covers: covering('liability', 'legal') }),
  anInsurance({ id: 3, name: 'Kasko', covers: covering('kasko', 'theft_fire', 'glass') }),
  anInsurance({ id: 4, name: 'Collisione', covers: covering('collision') }),
  anInsurance({ id: 5, name: 'Cristalli', covers: covering('glass') }),
  anInsurance({ id: 6, name: 'Eventi', covers: covering('natural', 'unrest') }),
  anInsurance({ id: 7, name: 'CPI vita', type: 'credit_protection', covers: covering('life') }),
  anInsurance({ id: 8, name: 'CPI piena', type: 'credit_protection', covers: covering('life', 'job') }),
  anInsurance({ id: 9, name: 'CPI lavoro', type: 'credit_protection', covers: covering('disability') }),
];
const services = [
  aService({ id: 1, description: 'Garanzia 12', groups: ['dealer'] }),
  aService({ id: 2, description: 'Garanzia 24', groups: ['dealer'] }),
  aService({ id: 3, description: 'Manutenzione', groups: ['tagliandi'] }),
  aService({ id: 4, description: 'Soccorso' }),
];
const sheet = aSheet({
  insurances: tariffs,
  services,
  makerServices: [
    aService({ id: 11, description: 'Garanzia Casa', groups: ['maker'] }),
    aService({ id: 12, description: 'Manutenzione Casa', groups: ['tagliandi'] }),
  ],
});
const line = (tariffId: number) => ({ tariffId, months: 12, insuredValue: null, inPlan: false });
const said = (ids: number[], change = {}) =>
  price(aDraft({ insurances: ids.map(line), ...change }), sheet)
    .issues.filter(({ path }) => /tariffId|erviceIds/.test(path))
    .map(({ level, path, message }) => [level, path, message]);

describe('one of a kind (rules.md §3, 7)', () => {
  test.each([
    [[1, 2], 'RCA base e RCA più: un’auto ha una sola RCA'],
    [[3, 4], 'Kasko comprende già Collisione'],
    [[5, 3], 'Kasko comprende già Cristalli'],
    [[7, 8], 'CPI vita e CPI piena coprono lo stesso rischio del credito'],
  ])('policies %j', (ids, message) => {
    expect(said(ids)).toEqual([['error', 'insurances.1.tariffId', message]]);
  });

  test('others go together, and so does the warranty of the maker beside the dealer’s', () => {
    expect(said([1, 3, 6, 7, 9])).toEqual([]);
    expect(said([], { serviceIds: [1, 3, 4], makerServiceIds: [11] })).toEqual([]);
    expect(said([], { serviceIds: [1, 2, 3] })).toEqual([
      ['error', 'serviceIds', 'Garanzia 12 e Garanzia 24 si escludono: sceglierne uno'],
    ]);
  });

  test('a service chosen second takes the place of what it excludes', () => {
    expect(displacedPolicies(3, { insurances: [4, 5, 6, 1].map(line) }, sheet)).toEqual([4, 5]);
    expect(displacedPolicies(6, { insurances: [4, 5, 1].map(line) }, sheet)).toEqual([]);
    const [one, two, three] = services;
    expect(displacedServices(two!, [one!, three!])).toEqual([one]);
    expect(displacedServices(three!, [one!])).toEqual([]);
  });

  test('a group of the company holds across dealer and maker', () => {
    expect(said([], { serviceIds: [3], makerServiceIds: [12] })).toEqual([
      ['error', 'makerServiceIds', 'Manutenzione e Manutenzione Casa si escludono: sceglierne uno'],
    ]);
  });
});

test('a new quote takes along what the company gives for nothing, and nothing with a price (rules.md §3, 6)', () => {
  const items = [
    aService({ id: 1, defaultOn: true, price: 0 }),
    aService({ id: 2, defaultOn: true, price: 90_00 }),
    aService({ id: 3, price: 0 }),
  ];
  const draft = emptyDraft(aSheet({ services: items, makerServices: items }), 'MI');
  expect([draft.serviceIds, draft.makerServiceIds]).toEqual([[1], [1]]);
  expect([draft.insurances, draft.accessoryIds, draft.incentiveIds]).toEqual([[], [], []]);
});
