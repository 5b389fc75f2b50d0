/** What the rows of both lists of cars say beside the fields of a car, and those of used ones. */
import type { RowFields } from '../record/row.ts';
import { costSeenWith } from './rights.ts';
import { reservationStates, usedSaleChannels, usedStates } from './terms.ts';

const { now, lapsed } = reservationStates;

export const days = {
  label: 'Giorni',
  head: 'Giorni in stock',
  kind: 'number',
  nullable: true,
  derived: true,
} as const;

export const carRowFields = {
  /** `net` of the margin, in cents. */
  profit: {
    label: 'Margine',
    head: 'Margine atteso',
    kind: 'money',
    nullable: true,
    derived: true,
    seenWith: costSeenWith,
  },
  /** Make, model and version: "Lumera Rea 1.5 HEV". */
  name: { label: 'Auto', head: false, kind: 'text', ordered: true, derived: true },
  /** Its words depend on the company's ageing. */
  band: { label: 'Giacenza', head: false, kind: 'text', nullable: true, derived: true },
  /** Who holds the car, and until when; null: nobody. */
  holder: { label: 'Opzionata da', head: false, kind: 'text', nullable: true, derived: true },
  heldUntil: { kind: 'instant', nullable: true, derived: true },
  reservedBy: { kind: 'number', nullable: true },
  saleDocument: { kind: 'text' },
  soldByHand: { kind: 'flag' },
} as const satisfies RowFields;

export const usedRowFields = {
  state: { label: 'Stato', kind: 'state', states: usedStates, ordered: true },
  days: { ...days, ordered: true },
  costsGross: { head: 'Spese sostenute e previste', kind: 'money', seenWith: costSeenWith },
  ...carRowFields,
  profit: { ...carRowFields.profit, ordered: true },
  /** State of the reservation; null: none. */
  held: { label: 'Opzione', head: false, kind: 'badge', states: { now, lapsed }, nullable: true, derived: true },
  /** As in the car's own answer. */
  rank: { label: 'Prezzo tra simili', head: false, kind: 'text', nullable: true, ordered: true, derived: true },
  /** The price in percent of what the market asks. */
  toMarket: {
    label: 'Sul mercato',
    head: false,
    kind: 'percent',
    nullable: true,
    derived: true,
    seenWith: costSeenWith,
  },
  photos: { label: 'Numero di foto', head: false, kind: 'number' },
  saleChannel: { kind: 'choice', words: usedSaleChannels, nullable: true },
} as const satisfies RowFields;
