import type { Fields, Values } from './fields.ts';

const own = {
  label: { label: 'Motivo', kind: 'text', maxLength: 80, required: 'Scrivere il motivo' },
  needsNote: { label: 'Chiede una spiegazione', short: 'Con spiegazione', kind: 'flag' },
} as const satisfies Fields;

const reasons = { label: 'Motivi', kind: 'rows', most: 30, default: [] } as const;

/** The reasons of one move, in the order in which they are offered. */
export const reasonFields = { reasons: { ...reasons, fields: own } } as const satisfies Fields;

/** Those of leads also say whether nobody was reached: a lead that is lost so has had no first answer. */
export const leadReasonFields = {
  reasons: {
    ...reasons,
    fields: { ...own, unreached: { label: 'Nessuno raggiunto', short: 'Non raggiunto', kind: 'flag' } },
  },
} as const satisfies Fields;
export type Reasons = Values<typeof reasonFields> | Values<typeof leadReasonFields>;

/** Of the reasons that a new company has, those that tell that nobody was reached. */
export const unreachedFirst: readonly string[] = ['Nessuna risposta', 'Doppione', 'Recapito errato'];
