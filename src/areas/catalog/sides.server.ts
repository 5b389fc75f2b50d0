import { z } from 'zod';
import { comparisonStates } from '#domain/catalog/editions/comparison.ts';
import { comparedPage, comparedSides } from '#domain/catalog/editions/schema.ts';
import { keysOf } from '#domain/record/machine.ts';

/** The two lists that an address compares; a day that is typed goes before the edition that is chosen. */
export function sidesOf(search: URLSearchParams): { from: string; to: string } | null {
  const side = (name: string) => search.get(`${name}Day`) || search.get(name) || undefined;
  return comparedSides.safeParse({ from: side('from'), to: side('to') }).data ?? null;
}

const { offset } = comparedPage.shape;
const shownPage = z.object({
  state: z.enum(keysOf(comparisonStates)).catch('changed'),
  offset: offset.catch(0),
});

/** The rows that an address shows: of a state, from which one on. */
export const pageOf = (search: URLSearchParams) => shownPage.parse(Object.fromEntries(search));
