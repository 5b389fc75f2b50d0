/**
 * Choices of forms and list filters. A form's choice holds the value itself; a filter's choice holds the text in the
 * address.
 */
import type { Words } from '#domain/record/fields.ts';

export type Named = readonly { id: number; name: string }[];

/** Records as choices of a form. */
export const named = (list: Named) => list.map(({ id, name }) => ({ value: id, label: name }));
/** Records as choices of a filter. */
export const idsOf = (list: Named) => list.map(({ id, name }) => ({ value: String(id), label: name }));
/** The same with a choice for the rows that have none. */
export const idsOrNone = (list: Named, none: string) => [...idsOf(list), { value: '0', label: none }];
export const namesOf = (list: Named) => list.map(({ id, name }) => ({ id, name }));
export const choicesOf = (all: Words) => Object.entries(all).map(([value, label]) => ({ value, label }));
/** Choices of states and kinds, which have a colour besides their word. */
export const labelsOf = (all: Readonly<Record<string, { label: string }>>) =>
  Object.entries(all).map(([value, { label }]) => ({ value, label }));
export const textsOf = (all: readonly string[]) => all.map((value) => ({ value, label: value }));
