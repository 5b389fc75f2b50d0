/**
 * Compares texts in Italian order, numbers inside them by their value: `P2` comes before `P10`. One collator for all, because a
 * comparison that makes its own takes as long as a hundred others.
 */
export const byNumbers: (one: string, other: string) => number = new Intl.Collator('it', { numeric: true }).compare;
