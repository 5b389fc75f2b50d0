import type { Priced } from './priced.ts';
import { price } from './pricing.ts';
import type { PriceSheet, QuoteDraft } from '../schema.ts';

export interface Reckoned {
  draft: QuoteDraft;
  sheet: PriceSheet;
  priced: Priced;
}

/** One item whose amount changed, in signed cents. Null: the item does not count on that side. */
export interface PriceChange {
  label: string;
  from: number | null;
  to: number | null;
}

/** Chiavi in mano in cents before and after, and why. */
export interface Repriced {
  from: number;
  to: number;
  changes: PriceChange[];
}

/** Rows 2–5 of rules.md §3 are compared item by item. */
const inParts = (no: number) => no >= 2 && no <= 5;

/** The price of a quote as somebody saw it: chiavi in mano and every item, in cents. It names no person. */
export interface SeenPrice {
  keysInHand: number;
  parts: { key: string; label: string; amount: number }[];
}

type Part = readonly [key: string, part: { label: string; amount: number }];
const itemsOf = (key: string, ids: readonly number[], list: PriceSheet['accessories']): Part[] =>
  list
    .filter(({ id }) => ids.includes(id))
    .map(({ id, description, price: amount }) => [`${key}-${id}`, { label: description, amount }]);

/** An incentive is named with its campaign. */
function named({ incentives }: PriceSheet, key: string, label: string): string {
  const campaign = incentives.find(({ id }) => `incentive-${id}` === key)?.campaign?.name;
  return !campaign || label.startsWith(campaign) ? label : `${campaign}: ${label}`;
}

/** All items with a price: each option, accessory and service, the other rows and discounts, the instalment. */
function partsOf({ draft, sheet, priced: { rows, options, offer } }: Reckoned) {
  return new Map<string, { label: string; amount: number }>([
    ...options.map((one): Part => [`option-${one.id}`, { label: one.name, amount: one.price }]),
    ...itemsOf('accessory', draft.accessoryIds, sheet.accessories),
    ...itemsOf('service', draft.serviceIds, sheet.services),
    ...itemsOf('makerService', draft.makerServiceIds, sheet.makerServices),
    ...rows
      .filter(({ no, kind }) => !inParts(no) && (kind === 'line' || kind === 'discount'))
      .map(({ key, label, amount }): Part => [key, { label: named(sheet, key, label), amount }]),
    ...(offer ? ([['instalment', { label: 'Rata', amount: offer.monthly }]] satisfies Part[]) : []),
  ]);
}

/** The price of a draft to be kept with it: what its seller typed has no label, because it may name a person. */
export function seenPrice(quote: Reckoned): SeenPrice {
  const typed = new Set(quote.priced.rows.filter(({ no, key }) => no >= 15 || key.startsWith('custom-')).map(({ key }) => key)); // prettier-ignore
  const parts = [...partsOf(quote)].map(([key, { label, amount }]) => ({
    key,
    label: typed.has(key) ? '' : label,
    amount,
  }));
  return { keysInHand: quote.priced.keysInHand, parts };
}

/** Items that only one of the two quotes has, or with another amount; named as in the second quote. */
export const priceChanges = (before: Reckoned, after: Reckoned): PriceChange[] =>
  changesBetween(partsOf(before), partsOf(after));

type Parts = ReturnType<typeof partsOf>;
function changesBetween(from: Parts, to: Parts): PriceChange[] {
  return [...new Map([...from, ...to])]
    .map(([key, { label }]) => ({ label, from: from.get(key)?.amount ?? null, to: to.get(key)?.amount ?? null }))
    .filter((one) => one.from !== one.to);
}

/** The changed price of the second quote and its items; null when nothing changed. */
export function repricedSince(before: Reckoned, after: Reckoned): Repriced | null {
  const changes = priceChanges(before, after);
  return changes.length > 0 ? { from: before.priced.keysInHand, to: after.priced.keysInHand, changes } : null;
}

/** What changed since somebody saw the price of a draft; null when nothing did. */
export function repricedSinceSeen({ keysInHand, parts }: SeenPrice, after: Reckoned): Repriced | null {
  const from = new Map(parts.map(({ key, label, amount }) => [key, { label, amount }]));
  const changes = changesBetween(from, partsOf(after));
  return changes.length > 0 ? { from: keysInHand, to: after.priced.keysInHand, changes } : null;
}

/** How another sheet changes the price of a draft; null when nothing changes. */
export const repriced = (draft: QuoteDraft, before: PriceSheet, after: PriceSheet): Repriced | null =>
  repricedSince(
    { draft, sheet: before, priced: price(draft, before) },
    { draft, sheet: after, priced: price(draft, after) },
  );
