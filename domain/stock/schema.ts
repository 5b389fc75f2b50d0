import { z } from 'zod';
import { plateKind } from '../plates.ts';
import { rowAnswer } from '../record/row-schema.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { line } from '../text.ts';
import { costFields, usedCarFields as fields } from './fields.ts';
import { LEAST_PRICE } from './markdown.ts';
import { regimeIssue } from './regime.ts';
import { usedRowFields } from './row.ts';
import { sale } from './sale.ts';
import { ageBands, usedStateKeys } from './terms.ts';
import { plateInput, pricesInOrder, pricesWrong, vinInput } from './vehicle-schema.ts';

const typed = schemaOf(fields);

export const usedCarInput = typed
  .extend({
    plate: plateInput(fields.plate.maxLength),
    vin: vinInput(fields.vin.maxLength),
  })
  .refine(pricesInOrder('retailPrice'), pricesWrong)
  .superRefine((car, ctx) => {
    const wrong = (path: keyof typeof fields, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    const { acquiredOn, purchasedOn, registeredOn } = car;
    if (registeredOn !== null && purchasedOn !== null && registeredOn > purchasedOn)
      wrong('registeredOn', 'La prima immatricolazione non può seguire l’acquisto');
    if (registeredOn !== null && acquiredOn !== null && registeredOn > acquiredOn)
      wrong('acquiredOn', 'L’arrivo non può precedere la prima immatricolazione');
    if (plateKind(car.plate) === 'trailer') wrong('plate', 'È la targa di un rimorchio');
    const issue = regimeIssue(car);
    if (issue) wrong('regime', issue);
  });
export type UsedCarInput = z.output<typeof usedCarInput>;

const instant = z.iso.datetime({ offset: true });
const cents = z.int();

/** A reservation; `lapsed`: its time is over, and anybody may reserve the car. */
export const reservation = z.object({
  byId: z.int(),
  by: z.string(),
  customerId: z.int().nullable(),
  /** Also null for a caller who may not see customers. */
  customer: z.string().nullable(),
  until: instant,
  lapsed: z.boolean(),
  note: z.string(),
  /** The accepted quote that holds the car; `href` null: the caller may not see it. */
  quote: z.object({ number: z.string(), href: z.string().nullable() }).nullable(),
});

/** The computed values of a car in every answer. */
const derived = {
  id: z.int(),
  version: z.int(),
  archived: z.boolean(),
  state: z.enum(usedStateKeys),
  location: z.string().nullable(),
  /** The make's id if the catalogue has it. */
  makerId: z.int().nullable(),
  /** Days in stock; null before the car arrives and after it has left. */
  days: z.int().nullable(),
  band: z.enum(Object.keys(ageBands) as (keyof typeof ageBands)[]).nullable(),
  /**
   * The sums of the ledger in cents, and the margin of a sale at the retail price; only for callers who may see costs.
   */
  costs: z.object({ gross: cents, net: cents }).optional(),
  margin: z.object({ sale: cents, vat: cents, cost: cents, net: cents }).nullable().optional(),
  reservation: reservation.nullable(),
  /** Number of photos, the upload of the cover, and the instant of the first photo. */
  photos: z.int(),
  coverId: z.int().nullable(),
  photosSince: instant.nullable(),
  /** What the market asks for such a car; null: no source has said so lately. Only for callers who may see costs. */
  marketPrice: z.object({ price: cents, on: z.string() }).nullable().optional(),
  /** Missing papers, by the keys of `papers` in terms.ts. */
  missing: z.array(z.string()),
};

/** A used car as calls answer it, with what a quote needs of it; costs only for callers who may see them. */
export const usedCar = answerOf(fields).extend({
  ...derived,
  sale,
  /** Its rank by price among similar cars of the stock, as `2/5`; null if there are none. */
  rank: z.string().nullable(),
  /** How often the price fell below its lowest one so far, and the total in cents. */
  cuts: z.object({ count: z.int(), amount: cents }).nullable(),
  updatedAt: instant,
  /** Kinds of the papers that are entered, beside those that are ticked. */
  paperKinds: z.array(z.string()),
  /** An import entered it in its state, so what an arrival requires may be missing. */
  imported: z.boolean(),
  /** The fields that its arrival would have asked for and that are still missing. */
  importLacks: z.array(z.string()),
  /** Number of works in the ledger without an actual amount. */
  openWorks: z.int(),
  /** The new car that it was. */
  newCarId: z.int().nullable(),
  /** Kilometres when it became a service car; null while it is none. */
  serviceStartKm: z.int().nullable(),
  /** Path of its public page; null while it is not on show. */
  page: z.string().nullable(),
  /** Moves and acts of the machine that the caller may make now. */
  actions: z.array(z.string()),
});
export type UsedCar = z.output<typeof usedCar>;

/** A row of the list: the car without its long texts. */
export const usedCarRow = answerOf(fields)
  .omit({ equipment: true, notes: true })
  .extend({
    ...rowAnswer(usedRowFields).omit({ costsGross: true }).shape,
    ...derived,
    /** How often the price fell below its lowest one so far. */
    cuts: z.int(),
  });
export type UsedCarRow = z.output<typeof usedCarRow>;

/** The prices alone, as a cell of the grid changes them. */
export const prices = typed
  .pick({ retailPrice: true, b2bPrice: true, minPrice: true })
  .refine(({ retailPrice }) => retailPrice === null || retailPrice >= LEAST_PRICE, {
    path: ['retailPrice'],
    message: 'Inserire almeno 1,00 €',
  })
  .refine(pricesInOrder('retailPrice'), pricesWrong);

const NOTE = 200;

/** End and customer of a reservation. */
export const reserving = z.object({
  until: z.iso.datetime({ offset: true, error: 'Inserire una data valida' }).max(40),
  customerId: z.int().nullable().default(null),
  note: line.max(NOTE, `Al massimo ${NOTE} caratteri`).default(''),
});

/** A price of the car and the instant from which it applied. */
export const priceChange = z.object({
  at: instant,
  who: z.string().nullable(),
  retailPrice: cents.nullable(),
  b2bPrice: cents.nullable().optional(),
  minPrice: cents.nullable(),
});
export type PriceChange = z.output<typeof priceChange>;

export const costInput = schemaOf(costFields).refine(({ expected, amount }) => expected !== null || amount !== null, {
  path: ['amount'],
  message: 'Inserire l’importo, previsto o effettivo',
});
export const cost = answerOf(costFields).extend({ id: z.int(), version: z.int() });
export type Cost = z.output<typeof cost>;
/** The lines, and the total cost of the car in cents with VAT, as planned and actual. */
export const ledger = z.object({ rows: z.array(cost), expected: cents, amount: cents });
export type Ledger = z.output<typeof ledger>;
