import type { Fields } from '../record/fields.ts';
import { REASON } from '../record/machine.ts';

/** What the dialog of a split asks for: up to four people with their percentages, and why. */
export const splitFields = {
  shares: {
    label: 'Chi ha venduto',
    kind: 'rows',
    most: 4,
    fields: {
      userId: { label: 'Persona', kind: 'lookup', nullable: true, required: 'Scegliere una persona' },
      share: { label: 'Quota %', kind: 'percent', min: 0, max: 100, decimals: 2 },
    },
  },
  reason: { label: 'Motivo', kind: 'area', maxLength: 300, pattern: REASON, required: 'Scrivere il motivo' },
} as const satisfies Fields;
