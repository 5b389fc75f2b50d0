import type { Priced } from './priced.ts';
import { price } from './pricing.ts';
import type { PriceSheet, QuoteDraft } from './schema.ts';

/** One thing of a draft that costs another amount, in signed cents. Null: it does not count on that side. */
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

/** Rows 2–5 of domain.md §2.3 are told part by part. */
const inParts = (no: number) => no >= 2 && no <= 5;

/** Everything that a draft pays for by a sheet: each option and accessory, the other lines and discounts, the instalment. */
function partsOf({ rows, options, offer }: Priced, draft: QuoteDraft, sheet: PriceSheet) {
  const chosen = sheet.accessories.filter(({ id }) => draft.accessoryIds.includes(id));
  return new Map<string, { label: string; amount: number }>([
    ...rows
      .filter(({ no, kind }) => !inParts(no) && (kind === 'line' || kind === 'discount'))
      .map(({ key, label, amount }) => [key, { label, amount }] as const),
    ...options.map((one) => [`option-${one.id}`, { label: one.name, amount: one.price }] as const),
    ...chosen.map((one) => [`accessory-${one.id}`, { label: one.description, amount: one.price }] as const),
    ...(offer ? [['instalment', { label: 'Rata', amount: offer.monthly }] as const] : []),
  ]);
}

/** What another sheet changes of what the customer pays for a draft; null when it is nothing. */
export function repriced(draft: QuoteDraft, before: PriceSheet, after: PriceSheet): Repriced | null {
  const [old, now] = [price(draft, before), price(draft, after)];
  const [from, to] = [partsOf(old, draft, before), partsOf(now, draft, after)];
  const changes = [...new Map([...from, ...to])]
    .map(([key, { label }]) => ({ label, from: from.get(key)?.amount ?? null, to: to.get(key)?.amount ?? null }))
    .filter((one) => one.from !== one.to);
  return changes.length > 0 ? { from: old.keysInHand, to: now.keysInHand, changes } : null;
}
