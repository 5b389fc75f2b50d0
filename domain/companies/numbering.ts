import { z } from 'zod';
import { numberKinds, type NumberKind } from './numbers.ts';

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
  prefix: z
    .string()
    .max(6)
    .regex(/^[A-Z][A-Z0-9]{0,5}$/, 'Da 1 a 6 lettere maiuscole o cifre, la prima una lettera'),
  first: z.int('Inserire un numero intero').min(1, 'Almeno 1').max(900_000, 'Al massimo 900.000'),
});
