import type { Fields, Values } from '../fields.ts';
import { contractMachine } from './rules.ts';

/** The moves of a contract that want a reason of the company, each as it is called. */
export const reasonedMoves = {
  sendBack: contractMachine.moves.sendBack.label,
  reject: contractMachine.moves.reject.label,
  rejectCommercial: contractMachine.moves.rejectCommercial.label,
  reopen: contractMachine.moves.reopen.label,
  unbill: contractMachine.moves.unbill.label,
  resume: contractMachine.moves.resume.label,
  cancel: contractMachine.moves.cancel.label,
  cancelApproved: contractMachine.moves.cancelApproved.label,
} as const;
export type ReasonedMove = keyof typeof reasonedMoves;

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
