import { z } from 'zod';
import { plateKind } from '../plates.ts';
import { answerOf, schemaOf } from '../schema.ts';
import { line } from '../text.ts';
import { costFields, usedCarFields as fields } from './fields.ts';
import { regimeIssue } from './regime.ts';
import { sale } from './sale.ts';
import { ageBands, saleChannels, usedStateKeys } from './terms.ts';
import { plateInput, pricesInOrder, pricesWrong, vinInput } from './vehicle-schema.ts';

const typed = schemaOf(fields);

/** What a person types of a used car. */
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

/** A car held for somebody; `lapsed`: its time is over, and anybody may reserve the car. */
export const reservation = z.object({
  byId: z.int(),
  by: z.string(),
  customerId: z.int().nullable(),
  /** Null, too, for who may not see customers. */
  customer: z.string().nullable(),
  until: instant,
  lapsed: z.boolean(),
  note: z.string(),
});

/** What stands beside the typed fields of a car in every answer. */
const derived = {
  id: z.int(),
  version: z.int(),
  archived: z.boolean(),
  state: z.enum(usedStateKeys),
  location: z.string().nullable(),
  /** Of the catalogue, where the make is one of its own. */
  makerId: z.int().nullable(),
  /** Days since it came into the stock; null before, and after it has left. */
  days: z.int().nullable(),
  band: z.enum(Object.keys(ageBands) as (keyof typeof ageBands)[]).nullable(),
  /** The sums of the ledger, and what stays of a sale at the retail price: for who may see costs. */
  costs: z.object({ gross: cents, net: cents }).optional(),
  margin: z.object({ sale: cents, vat: cents, cost: cents, net: cents }).nullable().optional(),
  reservation: reservation.nullable(),
  /** How many photos it has, the upload of the cover, and since when it has any. */
  photos: z.int(),
  coverId: z.int().nullable(),
  photosSince: instant.nullable(),
  /** Missing papers, as `papers` of terms.ts. */
  missing: z.array(z.string()),
};

/** A used car as calls answer it. What a quote needs of it stands here: costs only for who may see them. */
export const usedCar = answerOf(fields).extend({
  ...derived,
  sale,
  /** Its place by price among the cars of the stock that are alike, as `2/5`; null where there is none. */
  rank: z.string().nullable(),
  /** How often the price went below all that it had been, and by how much altogether. */
  cuts: z.object({ count: z.int(), amount: cents }).nullable(),
  updatedAt: instant,
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
    ...derived,
    /** As of the car. */
    rank: z.string().nullable(),
    /** "Lumera Rea 1.5 HEV". */
    name: z.string(),
    /** Of `margin`, in cents. */
    profit: cents.nullable().optional(),
    /** Is it held, and by whom? */
    held: z.enum(['now', 'lapsed']).nullable(),
    holder: z.string().nullable(),
    reservedBy: z.int().nullable(),
    saleChannel: z.enum(Object.keys(saleChannels) as (keyof typeof saleChannels)[]).nullable(),
    saleDocument: z.string(),
    soldByHand: z.boolean(),
  });
export type UsedCarRow = z.output<typeof usedCarRow>;

/** Prices alone, as a cell of the grid changes them. */
export const prices = typed
  .pick({ retailPrice: true, b2bPrice: true, minPrice: true })
  .refine(pricesInOrder('retailPrice'), pricesWrong);

const NOTE = 200;

/** Until when a car is held, and for whom. */
export const reserving = z.object({
  until: z.iso.datetime({ offset: true, error: 'Inserire una data valida' }).max(40),
  customerId: z.int().nullable().default(null),
  note: line.max(NOTE, `Al massimo ${NOTE} caratteri`).default(''),
});

/** A price that the car had from an instant on. */
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
/** The lines, with what the car cost altogether: VAT included, as planned and as it came to. */
export const ledger = z.object({ rows: z.array(cost), expected: cents, amount: cents });
export type Ledger = z.output<typeof ledger>;

/** How many cars have been in stock for as many days, both ends within; the last band never ends. */
export const bandCount = z.object({
  band: z.enum(Object.keys(ageBands) as (keyof typeof ageBands)[]),
  from: z.int(),
  to: z.int().nullable(),
  count: z.int(),
});

/** What the home of the stock shows. */
export const stockSummary = z.object({
  /** Cars of the company in the yard. */
  count: z.int(),
  /** What they would bring at their retail prices, and what they cost, VAT included: that for who may see costs. */
  retail: cents,
  cost: cents.optional(),
  /** Of those; null when there are none. */
  averageDays: z.int().nullable(),
  bands: z.array(bandCount),
  states: z.array(z.object({ state: z.enum(usedStateKeys), count: z.int() })),
  /** Makes with most cars first. */
  makers: z.array(z.object({ name: z.string(), count: z.int() })),
  attention: z.object({
    aged: z.int(),
    price: z.int(),
    photos: z.int(),
    papers: z.int(),
    lapsed: z.int(),
    reserved: z.int(),
    expiring: z.int(),
    /** For who may see costs. */
    margin: z.int().optional(),
  }),
});
