import type { Fields, Values } from '../record/fields.ts';
import type { SettingPart } from '../record/setting-parts.ts';
import { fiscalFields, fiscalParts } from './fiscal.ts';

/** National fiscal values by date, which the manufacturer keeps, and where those that begin on the day were read. */
export const nationalFields = {
  ...fiscalFields,
  source: {
    label: 'Fonte',
    kind: 'text',
    maxLength: 200,
    required: 'Scrivere la fonte: legge, decreto, delibera',
    help: 'Legge, decreto o delibera da cui vengono i valori di questo giorno',
  },
} as const satisfies Fields;
export type NationalFacts = Values<typeof nationalFields>;

/** The cards of the page: those of a company's own values, each with its source. */
export const nationalParts: readonly SettingPart<keyof NationalFacts>[] = fiscalParts.map((part) => ({
  ...part,
  keys: [...part.keys, 'source'],
}));
