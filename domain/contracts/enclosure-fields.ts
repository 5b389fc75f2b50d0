/** What is said of enclosures asked of a customer, as forms and lists read it. */
import type { Fields } from '../record/fields.ts';
import { documentTypes } from './terms.ts';

/** For how many days the link takes enclosures. */
export const ENCLOSURE_DAYS = 7;
/** For how many days more what nobody has decided on is kept. */
export const UNDECIDED_DAYS = 30;
/** The most pages of one enclosure. */
export const MOST_PAGES = 10;

export const enclosureChannels = { mail: 'E-mail', sms: 'SMS' } as const;
export type EnclosureChannel = keyof typeof enclosureChannels;

export const enclosureFields = {
  types: { label: 'Documenti', kind: 'many', words: documentTypes },
  channel: { label: 'Mandare il collegamento per', kind: 'choice', words: enclosureChannels, default: 'mail' },
} as const satisfies Fields;

const WHY = 'Scrivere che cosa non va: lo legge il cliente';
export const enclosureRefusalFields = {
  reason: { label: 'Che cosa non va', kind: 'area', maxLength: 300, pattern: /\S/u, invalid: WHY, required: WHY },
} as const satisfies Fields;
