import type { Fields, Values } from './fields.ts';

/** The reasons of one move, in the order in which they are offered. */
export const reasonFields = {
  reasons: {
    label: 'Motivi',
    kind: 'rows',
    most: 30,
    fields: {
      label: { label: 'Motivo', kind: 'text', maxLength: 80, required: 'Scrivere il motivo' },
      needsNote: { label: 'Chiede una spiegazione', short: 'Con spiegazione', kind: 'flag' },
    },
    default: [],
  },
} as const satisfies Fields;
export type Reasons = Values<typeof reasonFields>;
