import type { Fields, Values } from '../record/fields.ts';
import { operations } from './terms.ts';

const line = { kind: 'text', maxLength: 80 } as const;

/** A registration agency with what it asks for each operation, by province and from a day on. */
export const agencyFields = {
  name: { ...line, label: 'Nome', required: 'Inserire il nome' },
  contact: { ...line, label: 'Referente' },
  phone: { ...line, label: 'Telefono', phone: true, maxLength: 40 },
  email: {
    ...line,
    label: 'E-mail',
    maxLength: 160,
    email: true,
  },
  usual: {
    label: 'Abituale: i suoi costi escono dal margine III',
    short: 'Abituale',
    kind: 'flag',
    help: 'Tra più agenzie abituali conta la meno cara',
  },
  fees: {
    label: 'Costi, senza IVA',
    short: 'Costi',
    kind: 'rows',
    most: 400,
    fields: {
      operation: { label: 'Operazione', kind: 'choice', words: operations },
      province: {
        label: 'Provincia',
        kind: 'text',
        maxLength: 2,
        pattern: /^([A-Z]{2})?$/,
        invalid: 'Due lettere maiuscole, o niente per tutte',
        help: 'Vuota: tutte',
      },
      from: { label: 'Dal', kind: 'day', span: 'period', required: 'Inserire il giorno' },
      cost: { label: 'Costo', kind: 'money', max: 100_000_00 },
    },
  },
  notes: { label: 'Note', kind: 'area', maxLength: 1000 },
} as const satisfies Fields;
export type AgencyInput = Values<typeof agencyFields>;
