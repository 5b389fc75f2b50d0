import { expect, test } from 'vitest';
import { capOf, outgrown, type DiscountFacts } from '#domain/quotes/approvals/caps.ts';
import { withOwnRoles } from '#domain/quotes/approvals/own-roles.ts';

/** 10 % of 27,250 € were granted. */
const granted: DiscountFacts = {
  discount: 2_725_00,
  listTotal: 27_250_00,
  discounts: 4_525_00,
  versionId: 101,
  stockId: null,
  customerId: 1,
  overValued: 500_00,
};
const now = (change: Partial<DiscountFacts>) => outgrown(granted, { ...granted, ...change });

test('a granted discount is a percentage of the list: an option more asks nobody again (rules.md §3, 4)', () => {
  expect(now({})).toBeNull();
  expect(now({ listTotal: 28_250_00, discount: 2_825_00, discounts: 4_625_00 })).toBeNull();
  expect(now({ listTotal: 26_000_00, discount: 2_600_00 })).toBeNull();
  // A campaign more is none of the seller's discounts.
  expect(now({ discounts: 6_000_00 })).toBeNull();
});

test('a role of the company’s own may give what the role may that it was copied from', () => {
  const cap = { makerId: null, usage: null };
  const caps = [
    { ...cap, role: 'Venditore' as const, percent: 5 },
    { ...cap, role: null, percent: 2 },
  ];
  const all = withOwnRoles(caps, [
    { name: 'Venditore esterno', base: 'Venditore' },
    { name: 'Venditore', base: 'Venditore' },
  ]);
  const most = (role: string) => capOf(all, role, { makerId: 1, usage: 'new' });
  expect([most('Venditore esterno'), most('Venditore'), most('BDC')]).toEqual([5, 5, 2]);
});

test('a cap of a role of the company’s own goes before all of the role that it was copied from', () => {
  const cap = { makerId: null, usage: null };
  const caps = [
    { ...cap, role: 'Venditore', makerId: 1, percent: 3 },
    { ...cap, role: 'Venditore', percent: 5 },
    { ...cap, role: 'Venditore esterno', usage: 'new' as const, percent: 8 },
  ];
  const all = withOwnRoles(caps, [{ name: 'Venditore esterno', base: 'Venditore' }]);
  const most = (usage: 'new' | 'used') => capOf(all, 'Venditore esterno', { makerId: 1, usage });
  expect([most('new'), most('used')]).toEqual([8, 3]);
  expect(capOf(all, 'Venditore', { makerId: 1, usage: 'new' })).toBe(3);
});

test('a larger percentage, a worse trade-in, another car and another customer do', () => {
  expect(now({ discount: 2_725_01 })).toBe('lo sconto è aumentato');
  expect(now({ listTotal: 28_250_00, discount: 2_826_00 })).toBe('lo sconto è aumentato');
  expect(now({ listTotal: 26_000_00 })).toBe('lo sconto è aumentato');
  expect(now({ overValued: 500_01 })).toBe('la valutazione dell’usato supera di più la quotazione');
  expect(now({ versionId: 102 })).toBe('è cambiata la vettura');
  expect(now({ customerId: 2 })).toBe('è cambiato il cliente');
});

test('no consent for a used car reaches below the price that it was given for', () => {
  const used = { ...granted, stockId: 7, listTotal: 18_000_00, discount: 900_00, discounts: 900_00 };
  expect(outgrown(used, { ...used, discounts: 900_01 })).toBe('il prezzo dell’auto è sceso');
  expect(outgrown(used, used)).toBeNull();
});
