import { z } from 'zod';

/**
 * The kinds of documents and cars that a company numbers, each year from the beginning (domain.md §4.7). `digits` is
 * the least number of digits of the count; `prefix` holds until the company chooses its own.
 */
export const numberKinds = {
  quote: { label: 'Preventivi', prefix: 'P', digits: 6 },
  b2b_quote: { label: 'Offerte B2B', prefix: 'B', digits: 6 },
  contract: { label: 'Contratti', prefix: 'C', digits: 5 },
  receipt: { label: 'Ricevute', prefix: 'R', digits: 6 },
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

const kind = z.enum(Object.keys(numberKinds) as [NumberKind, ...NumberKind[]]);

/** How a kind is numbered in a year: `next` is the number that comes; `given` whether some have been given. */
export const numbering = z.object({
  kind,
  year: z.int(),
  prefix: z.string(),
  next: z.int(),
  given: z.boolean(),
});
export type Numbering = z.output<typeof numbering>;

/** Prefix and first number of a kind in a year; the year must not have given any yet. */
export const numberingInput = z.object({
  kind,
  year: z.int().min(2000, 'Scegliere l’anno').max(2999, 'Scegliere l’anno'),
  prefix: z.string().regex(/^[A-Z][A-Z0-9]{0,5}$/, 'Da 1 a 6 lettere maiuscole o cifre, la prima una lettera'),
  first: z.int('Inserire un numero intero').min(1, 'Almeno 1').max(900_000, 'Al massimo 900.000'),
});
