import { countryWords } from '#domain/countries.ts';
import { customerTypeWords } from '#domain/customers/terms.ts';
import { factOf } from '#domain/record/field-text.ts';
import { typed, type Field, type Fields, type Values } from '#domain/record/fields.ts';
import { saleRegimeKeys, saleRegimes, type SaleRegime } from '#domain/stock/terms.ts';
import { MOST_CARS, transfers } from '../terms.ts';
import { CAR_LIMIT, FEE_LIMIT } from '#domain/money.ts';

const regimeWords = Object.fromEntries(saleRegimeKeys.map((key) => [key, saleRegimes[key].label])) as {
  readonly [K in SaleRegime]: string;
};

/** A car of the offer at its own price and regime. */
export const b2bCarFields = {
  carId: { label: 'Auto', kind: 'lookup', shown: 'car' },
  /** Price for the trader in cents: with VAT if VAT is shown, else the price itself. */
  price: { label: 'Prezzo', kind: 'money', max: CAR_LIMIT },
  regime: { label: 'Regime IVA', kind: 'choice', words: regimeWords },
} as const satisfies Fields;

/** Everything that is decided in a wholesale offer: besides the sheet, the only input of its prices. */
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
      country: { label: 'Paese', kind: 'choice', words: countryWords, default: 'IT', head: false },
    },
  },
  /** VAT number of a trader from another EU country; invoices without VAT within the Union must state it. */
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
  /** The agency's fee for each car, VAT included. */
  agencyFee: { label: 'Agenzia, per auto', kind: 'money', max: FEE_LIMIT, section: 'transfer' },
  serviceIds: { label: 'Servizi', kind: 'lookups', most: 30, shown: 'services', section: 'transfer' },
  notes: { label: 'Note', kind: 'area', maxLength: 4000, section: 'notes' },
} as const satisfies Fields;

export type B2bDraft = Values<typeof b2bFields>;
export type B2bLine = B2bDraft['cars'][number];

export const b2bSectionWords = {
  customer: 'Operatore',
  cars: 'Auto',
  transfer: 'Passaggio e servizi',
  notes: 'Note',
} as const;
export type B2bSection = keyof typeof b2bSectionWords;

/** Fields shown when two versions are compared, with the key of their value. */
export const b2bCompared = typed(b2bFields) as [keyof B2bDraft, Field][];

interface Named {
  cars: readonly { id: number; name: string; plate: string }[];
  services: readonly { id: number; description: string }[];
}

/**
 * An offer as text for the activity and the conflict dialog: each field by its key, cars by plate, services by name.
 */
export function b2bFacts(draft: B2bDraft, { cars, services }: Named): Record<string, unknown> {
  const serviceIds = draft.serviceIds.map((id) => services.find((one) => one.id === id)?.description ?? '?');
  const named = draft.cars.map((line) => {
    const car = cars.find(({ id }) => id === line.carId);
    return { ...line, car: car?.plate || car?.name || '?' };
  });
  const values = { ...draft, cars: named, serviceIds };
  return Object.fromEntries(b2bCompared.map(([key, field]) => [key, factOf(field, values[key])]));
}
