import type { Fields } from '../record/fields.ts';
import { MOST_TEXT, MOST_TITLE } from './terms.ts';

/** A reusable block of the prints. */
export const sectionFields = {
  name: { label: 'Nome', kind: 'text', maxLength: 80, required: 'Inserire il nome', help: 'Non si stampa' },
  title: { label: 'Titolo stampato', kind: 'text', maxLength: MOST_TITLE },
  text: {
    label: 'Testo',
    kind: 'area',
    maxLength: MOST_TEXT,
    required: 'Scrivere il testo',
    help: 'Un paragrafo per riga; «- » fa un elenco, **grassetto**, *corsivo*, variabili tra graffe: {Nome}',
  },
} as const satisfies Fields;
