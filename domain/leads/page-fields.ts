import type { Fields } from '../record/fields.ts';
import { leadTypes } from './lead-types.ts';

/** A page whose forms become leads. */
export const leadPageFields = {
  name: {
    label: 'Titolo',
    kind: 'text',
    maxLength: 60,
    required: 'Inserire il titolo',
    help: 'Lo legge chi scrive, e dà il nome alla fonte',
  },
  type: { label: 'Tipo', kind: 'choice', words: leadTypes },
  locationId: { label: 'Sede', kind: 'lookup', nullable: 'Non indicata', shown: 'location' },
  asks: { label: 'Chiede anche i consensi privacy', kind: 'flag', default: true },
} as const satisfies Fields;
