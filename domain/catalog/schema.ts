import { z } from 'zod';
import { bodies, type Body } from './bodies.ts';
import { drives, fuels, gearboxes, optionKinds, ruleKinds, type Fuel } from './terms.ts';

const keys = <T extends Record<string, string>>(labels: T) =>
  z.enum(Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]]);

export const maker = z.object({ id: z.int(), name: z.string(), models: z.int(), fromPrice: z.int().nullable() });

export const model = z.object({
  id: z.int(),
  makerId: z.int(),
  name: z.string(),
  body: keys(bodies) as z.ZodType<Body>,
  versions: z.int(),
  fromPrice: z.int().nullable(),
});

/** A version with the day's list price: cents with VAT, kW, g/km, cc. */
export const version = z.object({
  id: z.int(),
  modelId: z.int(),
  code: z.string(),
  name: z.string(),
  fuel: keys(fuels) as z.ZodType<Fuel>,
  gearbox: keys(gearboxes),
  drive: keys(drives),
  kw: z.int(),
  /** Engine displacement; 0 for electric cars. */
  cc: z.int(),
  co2: z.int(),
  /** Litres (or kWh for electric) per 100 km, WLTP combined. */
  consumption: z.number(),
  euroClass: z.string(),
  category: z.enum(['M1', 'N1', 'N2']),
  /** Payload of a van in kg; null for cars, and when unknown. */
  payload: z.int().nullable(),
  seats: z.int(),
  listPrice: z.int(),
});
export type Version = z.output<typeof version>;

/** An option of a version. `colour` is `#rrggbb` for paints, else null. */
export const option = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(optionKinds),
  price: z.int(),
  standard: z.boolean(),
  colour: z.string().nullable(),
});
export type Option = z.output<typeof option>;

export const optionRule = z.object({ optionId: z.int(), kind: z.enum(ruleKinds), otherId: z.int() });
export type OptionRule = z.output<typeof optionRule>;
