/** What is typed of a round of signatures. */
import type { Fields } from '../record/fields.ts';
import { REASON } from '../record/machine.ts';
import { MOST_REASON } from './terms.ts';

/** Why a round is voided, or not signed. */
export const reasonFields = {
  reason: {
    label: 'Motivo, che i firmatari leggono',
    kind: 'area',
    maxLength: MOST_REASON,
    pattern: REASON,
    required: 'Scrivere il motivo',
  },
} as const satisfies Fields;
