/** All that is kept of a visit: who came, and what the reception asked. The reception's own page loads the first alone. */
import type { Fields } from '../record/fields.ts';
import { accessFields } from './fields.ts';
import { MOST_ANSWER_LENGTH } from './words/answers.ts';
import { MOST_WORDS, WORD_CODE, WORD_CODE_LENGTH } from './words/code.ts';

const code = {
  kind: 'text',
  maxLength: WORD_CODE_LENGTH,
  pattern: WORD_CODE,
  invalid: 'Scegliere dall’elenco',
} as const;

/** What the reception asks, by the codes of its words (words/fields.ts), so that retired ones stay on old visits. */
const askedFields = {
  reason: { ...code, label: 'Motivo', nullable: 'Non indicato' },
  answers: {
    label: 'Domande',
    kind: 'rows',
    most: MOST_WORDS,
    fields: {
      question: { ...code, label: 'Domanda', required: 'Scegliere la domanda' },
      answer: {
        label: 'Risposta',
        kind: 'text',
        maxLength: MOST_ANSWER_LENGTH,
        required: 'Scegliere la risposta',
      },
    },
  },
} as const satisfies Fields;

const { note, ...who } = accessFields;
export const visitFields = { ...who, ...askedFields, note } as const satisfies Fields;
