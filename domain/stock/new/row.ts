import type { RowFields } from '#domain/record/row.ts';
import { newStates } from '../new-terms.ts';
import { carRowFields, days } from '../row.ts';
import { reservationStates } from '../terms.ts';

/** What the rows of new cars say beside the fields of a car. */
export const newRowFields = {
  maker: { head: 'Marca', kind: 'text' },
  model: { head: 'Modello', kind: 'text' },
  versionCode: { head: 'Codice versione', kind: 'text' },
  state: { label: 'Stato', kind: 'state', states: newStates, ordered: true },
  days,
  /** Today's list price of version and options; null when the version is no longer sold. */
  listPrice: { label: 'Listino', kind: 'money', nullable: true },
  ...carRowFields,
  /** Reservation: for a named customer, without a customer, or lapsed; null: none. */
  held: { label: 'Opzione', head: false, kind: 'badge', states: reservationStates, nullable: true, derived: true },
  saleChannel: { kind: 'text', nullable: true },
} as const satisfies RowFields;
