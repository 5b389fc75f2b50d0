/** What is typed of a receipt, an invoice and a closing of the cash; cents, days in Rome. What is nearer, such as what is still due, is checked against the contract. */
import { SUM_LIMIT } from '../money.ts';
import type { Fields } from '../record/fields.ts';
import { REASON } from '../record/machine.ts';
import { invoiceKinds, MOST_REVERSAL, paymentKinds, paymentMethods } from './terms.ts';

const amount = {
  label: 'Importo',
  kind: 'money',
  min: 1,
  max: SUM_LIMIT,
  required: 'Inserire un importo maggiore di zero',
} as const;

/** Why a receipt is reversed. */
export const reverseFields = {
  reason: {
    label: 'Motivo dello storno',
    kind: 'area',
    maxLength: MOST_REVERSAL,
    pattern: REASON,
    required: 'Scrivere il motivo',
  },
} as const satisfies Fields;

export const receiptFields = {
  kind: { label: 'Voce', kind: 'choice', words: paymentKinds, default: 'balance' },
  method: { label: 'Metodo', kind: 'choice', words: paymentMethods, default: 'transfer' },
  receivedOn: { label: 'Data', kind: 'day', span: 'past', required: 'Inserire la data' },
  /** Positive; what is given back or paid to a lender is counted off. */
  amount,
  reference: { label: 'Riferimento', kind: 'text', maxLength: 160 },
  locationId: {
    label: 'Cassa',
    kind: 'lookup',
    nullable: 'Senza sede',
    help: 'La sede che incassa: il denaro contante entra nella sua prima nota',
  },
  /** Why cash that reaches the limit over several contracts is no split payment; the back office says it. */
  otherCause: {
    label: 'Altra causa dei contanti',
    kind: 'text',
    maxLength: 300,
    pattern: new RegExp(`^$|${REASON.source}`, 'u'),
    invalid: 'Scrivere la causa',
    when: { field: 'method', is: ['cash'] },
    help: 'Solo se con altri contratti del cliente si arriva al limite e non è un pagamento diviso: di che si tratta e da che cosa risulta',
  },
  /** It is another one, although one like it is there. */
  again: {
    label: 'È un altro incasso, uguale a uno già registrato',
    kind: 'flag',
    help: 'Stessa voce, stesso metodo, stesso giorno e importo',
  },
} as const satisfies Fields;

/** An invoice or a credit note as the accountant's program made it. */
export const invoiceFields = {
  kind: { label: 'Tipo', kind: 'choice', words: invoiceKinds, default: 'invoice' },
  number: { label: 'Numero', kind: 'text', maxLength: 30, required: 'Inserire il numero' },
  issuedOn: { label: 'Data', kind: 'day', span: 'past', required: 'Inserire la data' },
  amount,
} as const satisfies Fields;

const COUNT = 'Inserire quanto si è contato';

/** How the cash of a till is closed. */
export const closingFields = {
  /** Typed blind: who reads first what is expected counts nothing. */
  counted: { label: 'Contanti contati', kind: 'money', max: SUM_LIMIT, nullable: COUNT, required: COUNT },
  banked: {
    label: 'Versati in banca',
    kind: 'money',
    max: SUM_LIMIT,
    default: 0,
    help: 'Il resto si riporta al giorno dopo',
  },
  note: { label: 'Nota', kind: 'text', maxLength: 300, help: 'Obbligatoria se il contato è diverso' },
} as const satisfies Fields;
