import type { Fields, Values } from '#domain/record/fields.ts';
import { answerLines, MOST_ANSWER_LENGTH, MOST_ANSWERS } from './answers.ts';
import { WORD_CODE, WORD_CODE_LENGTH } from './code.ts';

/** What a reception's words are for. */
export const wordKinds = { reason: 'Motivo', question: 'Domanda' } as const;
export type WordKind = keyof typeof wordKinds;

/** A reason of visits or a question of the reception, as a company words it; the manufacturer's are for its network. */
export const receptionWordFields = {
  kind: { label: 'Che cosa è', short: 'Tipo', kind: 'choice', words: wordKinds },
  code: {
    label: 'Codice',
    kind: 'text',
    required: 'Inserire il codice',
    maxLength: WORD_CODE_LENGTH,
    pattern: WORD_CODE,
    invalid: 'Lettere maiuscole, cifre e trattini bassi',
    help: 'Lo stesso codice è la stessa voce per la rete e per la concessionaria; poi non cambia',
  },
  label: { label: 'Testo', kind: 'text', required: 'Inserire il testo', maxLength: 60 },
  answers: {
    label: 'Risposte, una per riga',
    short: 'Risposte',
    kind: 'area',
    maxLength: MOST_ANSWERS * (MOST_ANSWER_LENGTH + 1),
    nullable: true,
    when: { field: 'kind', is: ['question'] },
    help: `Da 2 a ${MOST_ANSWERS}, di al massimo ${MOST_ANSWER_LENGTH} caratteri`,
  },
  place: { label: 'Ordine', kind: 'number', min: 1, max: 99, default: 1, invalid: 'Da 1 a 99' },
  draft: { label: 'Bozza: nessun altro la vede', short: 'Bozza', kind: 'flag' },
} as const satisfies Fields;
export type ReceptionWordValues = Values<typeof receptionWordFields>;

/** What is wrong with the answers of a question; null: nothing. */
export function answersFault({ kind, answers }: { kind: WordKind; answers: string | null }): string | null {
  if (kind !== 'question') return null;
  const all = answerLines(answers);
  if (all.length < 2 || all.length > MOST_ANSWERS) return `Scrivere da 2 a ${MOST_ANSWERS} risposte, una per riga`;
  const long = all.find((one) => one.length > MOST_ANSWER_LENGTH);
  if (long) return `Al massimo ${MOST_ANSWER_LENGTH} caratteri per risposta: “${long.slice(0, MOST_ANSWER_LENGTH)}…”`;
  const twice = all.find((one, at) => all.findIndex((other) => other.toLowerCase() === one.toLowerCase()) < at);
  return twice ? `“${twice}” c’è due volte` : null;
}
