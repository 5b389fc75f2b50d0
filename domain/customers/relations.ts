import type { Fields } from '../record/fields.ts';

/** Kinds of relations in Italian, each with the kind seen from the other side. */
const kinds = {
  spouse: { label: 'Coniuge o convivente', inverse: 'spouse' },
  parent: { label: 'Genitore', inverse: 'child' },
  child: { label: 'Figlio o figlia', inverse: 'parent' },
  sibling: { label: 'Fratello o sorella', inverse: 'sibling' },
  relative: { label: 'Altro parente', inverse: 'relative' },
  representative: { label: 'Legale rappresentante', inverse: 'represented' },
  represented: { label: 'Azienda rappresentata', inverse: 'representative' },
  member: { label: 'Socio', inverse: 'membership' },
  membership: { label: 'Azienda di cui è socio', inverse: 'member' },
  contact: { label: 'Referente', inverse: 'employer' },
  employer: { label: 'Azienda per cui lavora', inverse: 'contact' },
  driver: { label: 'Usa l’auto', inverse: 'keeper' },
  keeper: { label: 'Intestatario dell’auto', inverse: 'driver' },
} as const;
export type RelationKind = keyof typeof kinds;

export const relationWords = Object.fromEntries(Object.entries(kinds).map(([key, { label }]) => [key, label])) as {
  readonly [K in RelationKind]: string;
};

/** The same relation seen from the other side. */
export const inverseOf = (kind: RelationKind): RelationKind => kinds[kind].inverse;

/** The input of a relation, on the page of one of the two customers. */
export const relationFields = {
  otherId: { label: 'Cliente', kind: 'lookup', required: 'Scegliere il cliente' },
  kind: { label: 'È', kind: 'choice', words: relationWords, required: 'Scegliere che cosa è' },
  note: { label: 'Nota', kind: 'text', maxLength: 120 },
} as const satisfies Fields;
