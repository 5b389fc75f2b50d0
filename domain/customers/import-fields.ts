/** Columns of a customers' file that are no fields of a customer: they become some, or stand beside it. */
import type { Fields } from '../record/fields.ts';
import { channels } from '../privacy/terms.ts';

const consent = {
  kind: 'choice',
  words: { yes: 'Dato', no: 'Negato', never: 'Non chiesto' },
  default: 'never',
} as const;

export const customerColumns = {
  /** By which a row of the own export finds its customer again. */
  recordNumber: { label: 'Numero scheda', kind: 'text', maxLength: 16 },
  fullName: { label: 'Cognome e nome', kind: 'text', maxLength: 160 },
  houseNumber: { label: 'Numero civico', kind: 'text', maxLength: 20 },
  marketing: { ...consent, label: 'Consenso marketing' },
  /** By which channels; none said: by e-mail. */
  marketingChannels: { label: 'Canali del consenso', kind: 'many', words: channels, default: [] as string[] },
  profiling: { ...consent, label: 'Consenso profilazione' },
  thirdParties: { ...consent, label: 'Consenso terzi' },
  consentOn: { label: 'Data del consenso', kind: 'day', span: 'period', nullable: true },
  consentOrigin: { label: 'Origine del consenso', kind: 'text', maxLength: 200 },
} as const satisfies Fields;
