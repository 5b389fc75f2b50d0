import type { Fields, Values } from '#domain/record/fields.ts';
import { stagedWords, stageOutcomes } from './terms.ts';

/** A stage as the manufacturer writes it. */
export const stageFields = {
  entity: { label: 'Di', kind: 'choice', words: stagedWords },
  code: {
    label: 'Codice',
    kind: 'text',
    required: 'Inserire il codice',
    maxLength: 20,
    pattern: /^[A-Z0-9_]+$/,
    invalid: 'Lettere maiuscole, cifre e trattini bassi',
  },
  label: { label: 'Nome', kind: 'text', required: 'Inserire il nome', maxLength: 40 },
  colour: { label: 'Colore', kind: 'colour', default: '#3b7ddd' },
  place: { label: 'Ordine', kind: 'number', min: 1, max: 99, default: 1, invalid: 'Da 1 a 99' },
  probability: { label: 'Probabilità', kind: 'percent', min: 0, max: 100, default: 50, invalid: 'Da 0 a 100 %' },
  outcome: {
    label: 'La trattativa è',
    short: 'Esito',
    kind: 'choice',
    words: stageOutcomes,
    help: 'Vinta e persa seguono dallo stato del preventivo o del lead: nessuno le sceglie',
  },
  asksReason: { label: 'Chiede un motivo', short: 'Motivo', kind: 'flag' },
} as const satisfies Fields;
export type StageValues = Values<typeof stageFields>;
