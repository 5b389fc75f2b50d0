import type { Fields } from '../record/fields.ts';

const NAME = 'Inserire nome e cognome';

/** Who withdraws from a contract, and where the receipt goes. */
export const withdrawerFields = {
  name: { label: 'Nome e cognome', kind: 'text', maxLength: 120, pattern: /../u, invalid: NAME, required: NAME },
  email: {
    label: 'E-mail per la ricevuta',
    kind: 'text',
    email: true,
    maxLength: 254,
    required: 'Inserire un indirizzo e-mail valido',
  },
} as const satisfies Fields;

/** A withdrawal that came by letter or mail. */
export const withdrawalFields = {
  ...withdrawerFields,
  sentOn: { label: 'Spedito il', kind: 'day', span: 'past', required: 'Inserire il giorno in cui è stato spedito' },
} as const satisfies Fields;

/** The credit note by which the invoice of a contract that was withdrawn from is taken back; null: there is no invoice. */
export const creditNoteFields = {
  number: {
    label: 'Numero della nota di credito',
    kind: 'text',
    maxLength: 30,
    nullable: true,
    required: 'Inserire il numero della nota di credito',
  },
  day: {
    label: 'Data della nota di credito',
    kind: 'day',
    span: 'past',
    nullable: true,
    required: 'Inserire la data della nota di credito',
  },
} as const satisfies Fields;
