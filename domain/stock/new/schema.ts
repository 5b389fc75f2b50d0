import { z } from 'zod';
import { bodies } from '#domain/catalog/bodies.ts';
import { fuels } from '#domain/catalog/terms.ts';
import { rowAnswer } from '#domain/record/row-schema.ts';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { newRowFields } from './row.ts';
import { newSale } from '../sale.ts';
import { reservation } from '../schema.ts';
import { ageBands } from '../terms.ts';
import { plateInput, pricesInOrder, pricesWrong, vinInput } from '../vehicle-schema.ts';
import { conversionFields, newCarFields as fields } from './fields.ts';
import { newStateKeys } from '../new-terms.ts';

const typed = schemaOf(fields);
const inOrder = pricesInOrder('price');
const keys = <T extends object>(all: T) => Object.keys(all) as (keyof T & string)[];

export const newCarInput = typed
  .extend({ plate: plateInput(fields.plate.maxLength), vin: vinInput(fields.vin.maxLength) })
  .refine(inOrder, pricesWrong)
  .superRefine(({ orderedOn, arrivedOn, expectedOn, registeredOn, versionId }, ctx) => {
    const wrong = (path: keyof typeof fields, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    if (versionId === 0) wrong('versionId', fields.versionId.required);
    if (orderedOn !== null && arrivedOn !== null && arrivedOn < orderedOn)
      wrong('arrivedOn', 'L’arrivo non può precedere l’ordine');
    if (orderedOn !== null && expectedOn !== null && expectedOn < orderedOn)
      wrong('expectedOn', 'L’arrivo previsto non può precedere l’ordine');
    if (orderedOn !== null && registeredOn !== null && registeredOn < orderedOn)
      wrong('registeredOn', 'L’immatricolazione non può precedere l’ordine');
  });
export type NewCarInput = z.output<typeof newCarInput>;

const cents = z.int();

/** The computed values of a car in every answer. */
const derived = {
  id: z.int(),
  version: z.int(),
  archived: z.boolean(),
  state: z.enum(newStateKeys),
  location: z.string().nullable(),
  /** Data of today's catalogue. */
  makerId: z.int(),
  modelId: z.int(),
  maker: z.string(),
  model: z.string(),
  versionName: z.string(),
  versionCode: z.string(),
  body: z.enum(keys(bodies)),
  fuel: z.enum(keys(fuels)),
  kw: z.int(),
  /** Names of colour, interior, optionals and packs. */
  options: z.array(z.string()),
  /** `#rrggbb` of the paint. */
  paint: z.string().nullable(),
  image: z.int().nullable().describe('The first picture of its version'),
  /** Today's list price of version and options; null when the version is no longer sold. */
  listPrice: cents.nullable(),
  days: z.int().nullable(),
  band: z.enum(keys(ageBands)).nullable(),
  /** The margin of a sale at the price, without registration; only for callers who may see costs. */
  margin: z.object({ sale: cents, vat: cents, cost: cents, net: cents }).nullable().optional(),
  reservation: reservation.nullable(),
  missing: z.array(z.string()),
};

/** A new car as calls answer it; costs only for callers who may see them. */
export const newCar = answerOf(fields).extend({
  ...derived,
  sale: newSale,
  /** The used car that it became; null if it did not. */
  usedCarId: z.int().nullable(),
  updatedAt: z.iso.datetime({ offset: true }),
  /** Moves and acts of the machine that the caller may make now. */
  actions: z.array(z.string()),
});
export type NewCar = z.output<typeof newCar>;

/** A row of the list: the car without its long texts. */
export const newCarRow = answerOf(fields)
  .omit({ notes: true, optionIds: true })
  .extend({ ...rowAnswer(newRowFields).shape, ...derived });
export type NewCarRow = z.output<typeof newCarRow>;

/** The prices alone, as a cell of the grid changes them. */
export const newPrices = typed.pick({ price: true, b2bPrice: true, minPrice: true }).refine(inOrder, pricesWrong);

/** The dealer's input when registering a car in its own name. */
export const conversion = schemaOf(conversionFields).extend({
  plate: plateInput(conversionFields.plate.maxLength).refine((text) => text !== '', conversionFields.plate.required),
});
export type ConversionInput = z.output<typeof conversion>;

/** A version that can be ordered, found by its words. */
export const orderable = z.object({ id: z.int(), name: z.string() });
/** An option of a version. */
export const fitted = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  kind: z.string(),
  price: cents.nullable(),
});
export type Fitted = z.output<typeof fitted>;
