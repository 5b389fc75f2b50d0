import { scan, typesOf } from '#domain/uploads/kinds.ts';
import { claimPayers, handKinds, handTypes } from './terms.ts';
import type { Fields, Values } from '#domain/record/fields.ts';

/** The most that one claim asks for, in cents. */
export const MOST_CLAIMED = 1_000_000_00;

/** What people keep of a claim. */
export const claimFields = {
  dueBy: {
    label: 'Da chiedere entro il',
    short: 'Entro il',
    kind: 'day',
    span: 'planned',
    nullable: 'Nessuna scadenza',
  },
  bookingNumber: { label: 'Numero di prenotazione', short: 'Prenotazione', kind: 'text', maxLength: 40 },
  proofId: { label: 'Prova', kind: 'file', types: typesOf(scan.kinds), mostBytes: scan.mostBytes, nullable: true },
} as const satisfies Fields;
export type ClaimValues = Values<typeof claimFields>;

/** A claim that no incentive of the contract is for. */
export const handFields = {
  number: {
    label: 'Contratto',
    kind: 'text',
    maxLength: 20,
    required: 'Inserire il numero del contratto',
    help: 'Il numero, per esempio C-2026-00412',
  },
  kind: { label: 'Per', kind: 'choice', words: handKinds, default: 'warranty' },
  type: { label: 'Che cosa', kind: 'choice', words: handTypes, default: 'engine' },
  payer: { label: 'Chi paga', kind: 'choice', words: claimPayers, default: 'insurer' },
  name: { label: 'Descrizione', kind: 'text', maxLength: 120, required: 'Inserire la descrizione' },
  amount: { label: 'Importo, netto', kind: 'money', min: 1, max: MOST_CLAIMED, required: 'Inserire l’importo' },
  dueBy: claimFields.dueBy,
} as const satisfies Fields;
export type HandClaim = Values<typeof handFields>;

/** What asking takes. */
export const claimTakes = {
  claimedOn: { label: 'Chiesto il', kind: 'day', span: 'recent', required: 'Inserire il giorno' },
} as const satisfies Fields;

/** What a payer answers who pays. */
export const creditTakes = {
  creditNote: {
    label: 'Nota di credito',
    kind: 'text',
    maxLength: 40,
    required: 'Inserire il numero della nota di credito',
  },
  creditedOn: { label: 'Data della nota', kind: 'day', span: 'recent', required: 'Inserire la data della nota' },
  creditedAmount: {
    label: 'Importo accreditato',
    kind: 'money',
    min: 1,
    max: MOST_CLAIMED,
    required: 'Inserire l’importo',
    invalid: 'Inserire un importo maggiore di zero',
  },
} as const satisfies Fields;

export const returnTakes = {
  returnedOn: { label: 'Restituito il', kind: 'day', span: 'recent', required: 'Inserire il giorno' },
} as const satisfies Fields;
