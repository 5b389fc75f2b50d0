import { pageForms, type BlockKind, type PageForm } from './terms.ts';

/** When each part was approved, an instant by its kind. */
export type Approved = Partial<Record<BlockKind, string>>;
/** The pages of each form that were on the screen, or how many there are. */
export type Seen = Record<PageForm, number[]>;
export type PageCounts = Record<PageForm, number>;

/** The pages that were seen before or now, in order; those that the form does not have are none. */
export const withSeen = (before: readonly number[], now: readonly number[], count: number): number[] =>
  [...new Set([...before, ...now])].filter((page) => page <= count).toSorted((a, b) => a - b);

/** Whether a document was read to its end: every page of one of its forms was seen. */
export const isRead = (seen: Seen, counts: PageCounts): boolean =>
  (Object.keys(pageForms) as PageForm[]).some((form) => counts[form] > 0 && seen[form].length === counts[form]);

/** The parts that are approved now: those of before keep their instant, what was taken back is gone. */
export const withApproved = (before: Approved, kinds: readonly BlockKind[], at: string): Approved =>
  Object.fromEntries(kinds.map((kind) => [kind, before[kind] ?? at]));
