import { optionKindLabels } from '../editions/tables.ts';
import { MOST_PRICE } from '../editions/tables.ts';
import type { Fields } from '#domain/record/fields.ts';

/** A line of a price list: an option of a version, standard or at a price. */
export const lineFields = {
  code: { label: 'Codice optional', kind: 'text', maxLength: 120, required: 'Codice optional: manca' },
  name: { label: 'Descrizione', kind: 'text', maxLength: 120 },
  kind: { label: 'Tipo', kind: 'choice', words: optionKindLabels, default: 'optional' },
  standard: { label: 'Di serie', kind: 'flag' },
  price: { label: 'Prezzo', kind: 'money', max: MOST_PRICE, nullable: true },
  /** What the codes of the line name. */
  editionId: { label: 'Edizione', kind: 'lookup', head: false },
  versionId: { label: 'Versione', kind: 'lookup', head: false },
} as const satisfies Fields;

/** Columns that are no fields of the line: they say of which version it is, and which edition takes it. */
export const lineColumns = {
  versionCode: { label: 'Codice versione', kind: 'text', maxLength: 30, required: 'Codice versione: manca' },
  edition: { label: 'Edizione', kind: 'text', maxLength: 120 },
} as const satisfies Fields;
