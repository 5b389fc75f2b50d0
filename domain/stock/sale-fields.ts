/** Fields of a sale that is registered in the stock itself, as long as there are no contracts. */
import type { Fields } from '../record/fields.ts';
import { saleChannels, usedSaleChannels } from './terms.ts';
import { CAR_LIMIT } from '../money.ts';

/** Reasons for cancelling a sale. */
export const unsellReasons = {
  withdrawn: 'Il cliente ha rinunciato',
  refused: 'Finanziamento rifiutato',
  error: 'Registrata per errore',
  other: 'Altro',
} as const;

/** The input of a sale of a used car: buyer, price, document. */
export const saleFields = {
  customerId: { label: 'Cliente', kind: 'lookup', nullable: true, shown: 'customer' },
  buyer: { label: 'Acquirente', kind: 'text', maxLength: 120, help: 'Se non è tra i clienti' },
  channel: { label: 'Canale', kind: 'choice', words: usedSaleChannels, default: 'retail' },
  price: {
    label: 'Prezzo di vendita',
    kind: 'money',
    max: CAR_LIMIT,
    min: 1,
    required: 'Inserire il prezzo di vendita',
  },
  soldOn: { label: 'Venduta il', kind: 'day', span: 'recent' },
  document: { label: 'Contratto o fattura', kind: 'text', maxLength: 60, help: 'Serve per consegnare l’auto' },
} as const satisfies Fields;

/** The same for a new car, which has more channels. */
export const newSaleFields = {
  ...saleFields,
  channel: { ...saleFields.channel, words: saleChannels },
} as const satisfies Fields;
