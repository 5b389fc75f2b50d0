/** What is chosen from: in a form with the value itself, in the filter of a list with the text that stands in its address. */
import type { Words } from '#domain/fields.ts';

export type Named = readonly { id: number; name: string }[];

/** Records as a form's choices. */
export const named = (list: Named) => list.map(({ id, name }) => ({ value: id, label: name }));
/** Records as a filter's choices. */
export const idsOf = (list: Named) => list.map(({ id, name }) => ({ value: String(id), label: name }));
/** Nothing but what they are called by. */
export const namesOf = (list: Named) => list.map(({ id, name }) => ({ id, name }));
/** Words of a field. */
export const choicesOf = (all: Words) => Object.entries(all).map(([value, label]) => ({ value, label }));
/** States and kinds that have a colour beside their word. */
export const labelsOf = (all: Readonly<Record<string, { label: string }>>) =>
  Object.entries(all).map(([value, { label }]) => ({ value, label }));
/** What is its own word. */
export const textsOf = (all: readonly string[]) => all.map((value) => ({ value, label: value }));
