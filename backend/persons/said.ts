/** Finds texts that identify a person. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Customer } from './customers.ts';

/** Shorter words occur in texts about anything. */
const LEAST = 5;

/**
 * The words that identify these customers: names in either order, codes, addresses, numbers and plates; also in the
 * form that JSON writes.
 */
export function wordsOf(customers: readonly Customer[]): string[] {
  const told = customers.flatMap((one) => [
    one.name,
    one.firstName && one.lastName && `${one.lastName} ${one.firstName}`,
    ...[one.email, one.pec, one.taxCode, one.vatNumber, one.iban],
    // A phone number is often written without its country code.
    ...[one.phone, one.phone2].map((phone) => phone?.replace(/^\+39/, '')),
    ...one.documents.map(({ number }) => number),
    ...one.cars.map(({ plate }) => plate),
  ]);
  const words = told.filter((word) => typeof word === 'string').filter((word) => word.length >= LEAST);
  return [...new Set(words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)]))];
}

/** Condition: a text contains one of the words, whatever their case. */
export const saysOne = (words: readonly string[], text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from unnest(${[...words]}::text[]) words (word) where position(lower(words.word) in lower(${text})) > 0)`;

/**
 * Condition: a text contains all words of one customer's name, in any order, as file names do ("Rossi_Mario-2026.csv"); a
 * name of one word counts from `least` letters on.
 */
export function namesOne(
  customers: readonly Pick<Customer, 'name'>[],
  text: RawBuilder<unknown>,
  least = LEAST,
): RawBuilder<SqlBool> {
  const names = customers
    .map(({ name }) =>
      name
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((part) => part.length > 1),
    )
    .filter((parts) => parts.length > 1 || (parts[0]?.length ?? 0) >= least);
  return sql<SqlBool>`exists (select from jsonb_array_elements(${JSON.stringify(names)}::jsonb) names (parts)
    where to_jsonb(regexp_split_to_array(lower(${text}), '[^[:alnum:]]+')) @> names.parts)`;
}
