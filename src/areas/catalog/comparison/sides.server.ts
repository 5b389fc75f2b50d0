import { z } from 'zod';
import { comparisonViews } from '#domain/catalog/editions/comparison.ts';
import { comparedPage, comparedSides } from '#domain/catalog/editions/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { parseDay } from '#domain/italian.ts';
import { keysOf } from '#domain/record/machine.ts';

/** A list that an address asks for: a day that is typed goes before the edition that is chosen; null: none. */
export function listOf(search: URLSearchParams, name: string): string | null {
  const typed = search.get(`${name}Day`)?.trim();
  const year = Number(dayInRome(new Date()).slice(0, 4));
  return typed ? (parseDay(typed, year) ?? typed) : search.get(name);
}

interface Sides {
  from: string;
  to: string;
}
/** Why an asked list cannot be read, by its side. */
type Errors = Partial<Record<keyof Sides, string>>;

/** The two lists that an address compares, as they are asked for, and what is wrong with them; null: it compares none. */
export function sidesOf(search: URLSearchParams): { sides: Sides; errors: Errors | null } | null {
  const [from, to] = [listOf(search, 'from'), listOf(search, 'to')];
  if (from === null || to === null) return null;
  const { error } = comparedSides.safeParse({ from, to });
  const errors = error?.issues.map(({ path, message }) => [path[0], message]);
  return { sides: { from, to }, errors: errors ? (Object.fromEntries(errors) as Errors) : null };
}

const { offset } = comparedPage.shape;
const shownPage = z.object({
  state: z.enum(keysOf(comparisonViews)).catch('changed'),
  offset: offset.catch(0),
});

/** The rows that an address shows: of a state, from which one on. */
export const pageOf = (search: URLSearchParams) => shownPage.parse(Object.fromEntries(search));
