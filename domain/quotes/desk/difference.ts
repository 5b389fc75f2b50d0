import { textOf } from '#domain/record/field-text.ts';
import { shortOf } from '#domain/record/fields.ts';
import { priceChanges, type Reckoned, type Repriced } from '../sheet/changes.ts';
import { comparedFields, draftFacts } from '../draft.ts';

/** What a revision changes against the one before it: amounts in cents, everything else in words. */
export interface Difference extends Repriced {
  words: { field: string; from: string; to: string }[];
}

/** Fields whose changes show in the amounts. */
const byAmount: ReadonlySet<string> = new Set([
  ...['optionIds', 'accessoryIds', 'serviceIds', 'makerServiceIds', 'incentiveIds', 'customDiscounts'],
  ...['insurances', 'deposit'],
]);

/** The difference between two revisions of a quote, each priced by its own sheet. */
export function differenceOf(before: Reckoned, after: Reckoned): Difference {
  const [old, now] = [draftFacts(before.draft, before.sheet), draftFacts(after.draft, after.sheet)];
  const words = comparedFields
    .filter(({ key }) => !byAmount.has(key))
    .map(({ fact, field }) => ({ field: shortOf(field), from: textOf(field, old[fact]), to: textOf(field, now[fact]) }))
    .filter(({ from, to }) => from !== to);
  return {
    from: before.priced.keysInHand,
    to: after.priced.keysInHand,
    changes: priceChanges(before, after),
    words,
  };
}
