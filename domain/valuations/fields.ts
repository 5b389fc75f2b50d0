import { bodies } from '../catalog/bodies.ts';
import { fuels, gearboxes } from '../catalog/terms.ts';
import type { Fields, Values } from '../record/fields.ts';
import { CAR_LIMIT, FEE_LIMIT } from '../money.ts';
import { damageKinds } from '../stock/damages.ts';
import { costSeenWith } from '../stock/rights.ts';
import { regimes } from '../stock/terms.ts';
import { MAP_SCALE } from './places.ts';
import { places, servicings, sources } from './terms.ts';

export const MOST_DAMAGES = 30;
export const MOST_PHOTOS = 8;
const at = { kind: 'number', min: 0, max: MAP_SCALE, head: false } as const;

/** A damage on the map of the car, with its cost in cents. */
export const damageFields = {
  place: { label: 'Dove', kind: 'choice', words: places },
  kind: { label: 'Danno', kind: 'choice', words: damageKinds },
  note: { label: 'Nota', kind: 'text', maxLength: 120 },
  amount: { label: 'Costo', kind: 'money', max: FEE_LIMIT },
  x: { ...at, label: 'Da sinistra' },
  y: { ...at, label: 'Dall’alto' },
  photos: { label: 'Foto', kind: 'lookups', most: MOST_PHOTOS, head: false },
} as const satisfies Fields;
export type Damage = Values<typeof damageFields>;

const typed = { kind: 'money', max: CAR_LIMIT, min: -CAR_LIMIT, nullable: 'Calcolata' } as const;

/** A customer's car to be valued; amounts are cents with VAT, days are calendar days in Rome. */
export const valuationFields = {
  plate: { label: 'Targa', kind: 'text', maxLength: 12 },
  maker: { label: 'Marca', kind: 'text', maxLength: 40, required: 'Inserire la marca' },
  model: { label: 'Modello', kind: 'text', maxLength: 60, required: 'Inserire il modello' },
  versionName: { label: 'Versione', kind: 'text', maxLength: 100 },
  /** What the source calls the version. */
  versionCode: { label: 'Codice della versione', kind: 'text', maxLength: 40, head: false },
  body: { label: 'Carrozzeria', kind: 'choice', words: bodies, default: 'hatchback' },
  fuel: { label: 'Alimentazione', kind: 'choice', words: fuels },
  gearbox: { label: 'Cambio', kind: 'choice', words: gearboxes, default: 'manual' },
  registeredOn: {
    label: 'Prima immatricolazione',
    short: 'Immatricolazione',
    kind: 'day',
    span: 'past',
    nullable: true,
  },
  km: { label: 'Chilometri', short: 'Km', kind: 'number', min: 0, max: 2_000_000, suffix: 'km', nullable: true },
  customerId: { label: 'Cliente', kind: 'lookup', nullable: 'Non collegato', shown: 'customer' },
  locationId: { label: 'Sede', kind: 'lookup', nullable: 'Non indicata', shown: 'location' },
  tyres: { label: 'Gomme', kind: 'number', min: 0, max: 12, suffix: 'mm', nullable: true },
  keys: { label: 'Chiavi', kind: 'number', min: 0, max: 5, nullable: true },
  servicing: { label: 'Tagliandi', kind: 'choice', words: servicings, nullable: 'Non indicati' },
  notes: { label: 'Note', kind: 'area', maxLength: 2000 },
  source: { label: 'Fonte', kind: 'choice', words: sources, nullable: 'A mano' },
  base: { label: 'Quotazione di ritiro', short: 'Quotazione', kind: 'money', max: CAR_LIMIT },
  /** What a car loses for each month of the semester that the quotation is for. */
  monthly: {
    label: 'Per ogni mese del semestre',
    short: 'Al mese',
    kind: 'money',
    max: FEE_LIMIT,
    min: -FEE_LIMIT,
    head: false,
  },
  monthTyped: { ...typed, label: 'Correzione del mese' },
  kmTyped: { ...typed, label: 'Correzione dei chilometri' },
  equipment: { label: 'Optional', kind: 'text', maxLength: 300 },
  optionals: { label: 'Optional, prezzo da nuovi', kind: 'money', max: CAR_LIMIT },
  optionalsTyped: { ...typed, label: 'Correzione degli optional' },
  preparation: { label: 'Preparazione', kind: 'money', max: FEE_LIMIT, nullable: 'Come previsto' },
  regime: { label: 'Regime IVA', short: 'Regime', kind: 'choice', words: regimes },
  retailPrice: { label: 'Prezzo di vendita', kind: 'money', max: CAR_LIMIT, nullable: 'Non indicato' },
  /** With the highest purchase price it says what the company earns. */
  target: {
    label: 'Utile obiettivo',
    kind: 'money',
    max: CAR_LIMIT,
    nullable: 'Da impostazioni',
    seenWith: costSeenWith,
  },
  damages: { label: 'Danni', kind: 'rows', most: MOST_DAMAGES, fields: damageFields },
} as const satisfies Fields;
export type ValuationValues = Values<typeof valuationFields>;

/** A question to a specialist; without a person, to everybody who values cars. */
export const askFields = {
  specialistId: { label: 'Specialista', kind: 'lookup', nullable: 'Chi è libero' },
  question: { label: 'Che cosa serve sapere', kind: 'area', maxLength: 500 },
} as const satisfies Fields;

/** What the company offers for the car, and until when. */
export const offerFields = {
  offer: { label: 'Offerta al cliente', short: 'Offerta', kind: 'money', max: CAR_LIMIT, min: 1 },
  offerUntil: { label: 'Valida fino al', kind: 'day', span: 'planned', required: 'Inserire il giorno' },
  offerKm: { label: 'O fino a', kind: 'number', min: 0, max: 2_000_000, suffix: 'km', nullable: 'Senza limite' },
} as const satisfies Fields;

/** The quote that the car is taken in with. */
export const barterFields = {
  quoteId: { label: 'Preventivo', kind: 'lookup' },
} as const satisfies Fields;

/** When the car is expected in the stock. */
export const scheduleFields = {
  expectedOn: { label: 'Arrivo previsto', kind: 'day', span: 'planned', nullable: true },
} as const satisfies Fields;
