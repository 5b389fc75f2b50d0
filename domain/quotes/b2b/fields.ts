import { customerTypeWords } from '#domain/customers/terms.ts';
import type { Fields } from '#domain/fields.ts';
import { MOST_CARS, saleRegimeKeys, saleRegimes, transfers, type SaleRegime } from './terms.ts';

const regimeWords = Object.fromEntries(saleRegimeKeys.map((key) => [key, saleRegimes[key].label])) as {
  readonly [K in SaleRegime]: string;
};

/** A car of the offer at its own price and regime. */
export const b2bCarFields = {
  carId: { label: 'Auto', kind: 'lookup', shown: 'car' },
  /** Cents that the trader pays for it: with VAT where VAT is exposed, else the price itself. */
  price: { label: 'Prezzo', kind: 'money' },
  regime: { label: 'Regime IVA', kind: 'choice', words: regimeWords },
} as const satisfies Fields;

/** Everything that is decided of a wholesale offer (screens.md §5): the whole input of its prices beside the sheet. */
export const b2bFields = {
  customer: {
    label: 'Operatore',
    kind: 'group',
    nullable: true,
    section: 'customer',
    fields: {
      id: { label: 'Operatore', kind: 'lookup', head: false },
      name: { label: 'Nome', kind: 'text', maxLength: 250 },
      type: { label: 'Tipo', kind: 'choice', words: customerTypeWords, head: false },
    },
  },
  /** Given to the dealer by a trader of another country: invoices without VAT within the Union name it. */
  euVatNumber: { label: 'Partita IVA UE', kind: 'text', maxLength: 14, section: 'customer' },
  cars: {
    label: 'Auto',
    kind: 'rows',
    fields: b2bCarFields,
    most: MOST_CARS,
    section: 'cars',
    invalid: `Al massimo ${MOST_CARS} auto per offerta`,
  },
  transfer: { label: 'Passaggio', kind: 'choice', words: transfers, section: 'transfer' },
  /** Agency's work for each car, VAT included. */
  agencyFee: { label: 'Agenzia, per auto', kind: 'money', section: 'transfer' },
  serviceIds: { label: 'Servizi', kind: 'lookups', most: 30, shown: 'services', section: 'transfer' },
  notes: { label: 'Note', kind: 'area', maxLength: 4000, section: 'notes' },
} as const satisfies Fields;

export const b2bSectionWords = {
  customer: 'Operatore',
  cars: 'Auto',
  transfer: 'Passaggio e servizi',
  notes: 'Note',
} as const;
export type B2bSection = keyof typeof b2bSectionWords;
