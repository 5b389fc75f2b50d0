import type { Fields } from '#domain/fields.ts';
import { conversions } from './terms.ts';

/** What the dealer says of a car that it registers in its own name; `registration`: IPT and fees, without VAT. */
export const conversionFields = {
  kind: { label: 'Diventa', kind: 'choice', words: conversions, default: 'km0' },
  plate: { label: 'Targa', kind: 'text', maxLength: 15, required: 'Inserire la targa' },
  registeredOn: { label: 'Immatricolata il', kind: 'day' },
  km: { label: 'Chilometri', kind: 'number', min: 0, max: 2_000_000, suffix: 'km' },
  registration: { label: 'Costo dell’immatricolazione', kind: 'money', help: 'IPT e pratiche, senza IVA' },
  price: { label: 'Prezzo al pubblico', kind: 'money', nullable: 'Senza prezzo' },
} as const satisfies Fields;
