import type { Fields } from '../record/fields.ts';
import { REASON } from '../record/machine.ts';

/** The most of a line entered by hand, in cents. */
export const MOST_BY_HAND = 50_000_00;

/** A spiff or a correction that somebody enters for somebody else. */
export const lineFields = {
  userId: { label: 'Persona', kind: 'lookup', nullable: true, required: 'Scegliere una persona' },
  kind: { label: 'Riga', kind: 'choice', words: { spiff: 'Premio', manual: 'Riga manuale' } },
  amount: { label: 'Importo', kind: 'money', min: -MOST_BY_HAND, max: MOST_BY_HAND },
  day: { label: 'Giorno', kind: 'day', span: 'recent', required: 'Inserire il giorno' },
  reason: { label: 'Motivo', kind: 'area', maxLength: 300, pattern: REASON, required: 'Scrivere il motivo' },
} as const satisfies Fields;
