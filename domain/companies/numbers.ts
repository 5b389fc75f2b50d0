/**
 * The kinds of documents and cars that a company numbers, each year from the beginning (rules.md §25). `digits` is
 * the least number of digits of the count; `prefix` holds until the company chooses its own.
 */
export const numberKinds = {
  quote: { label: 'Preventivi', prefix: 'P', digits: 6 },
  b2b_quote: { label: 'Offerte B2B', prefix: 'B', digits: 6 },
  contract: { label: 'Contratti', prefix: 'C', digits: 5 },
  lead: { label: 'Lead', prefix: 'L', digits: 5 },
  valuation: { label: 'Valutazioni', prefix: 'V', digits: 5 },
  receipt: { label: 'Ricevute', prefix: 'R', digits: 6 },
  accounting: { label: 'Esportazioni contabili', prefix: 'E', digits: 4 },
  used_car: { label: 'Auto usate', prefix: 'U', digits: 4 },
  new_car: { label: 'Auto nuove', prefix: 'N', digits: 4 },
} as const;
export type NumberKind = keyof typeof numberKinds;

/** `P-AAAA-NNNNNN`, counted per company, kind and year. */
export const numberOf = (
  kind: NumberKind,
  year: number,
  count: number,
  prefix: string = numberKinds[kind].prefix,
): string => `${prefix}-${year}-${String(count).padStart(numberKinds[kind].digits, '0')}`;
