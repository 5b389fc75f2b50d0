import { z } from 'zod';
import { bodies } from '../catalog/bodies.ts';
import { whereabouts } from '../companies/places.ts';
import { keysOf } from '../record/machine.ts';
import { uploadSize } from '../uploads/schema.ts';

const cents = z.int();
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** The last part of a public page's address. */
export const pageToken = z.object({ token: z.string().max(60) });
export const shownPhoto = pageToken.extend({ photo: id, size: uploadSize });

/** A car as buyers see it: its data and price, and whom to call. */
export const shownCar = z.object({
  company: z.object({ name: z.string(), address: z.string(), phone: z.string(), email: z.string(), legal: z.string() }),
  /** Its location and opening hours; null if unknown. */
  place: whereabouts.nullable(),
  name: z.string(),
  price: cents.nullable(),
  /** Somebody has reserved it, so it may be sold soon. */
  reserved: z.boolean(),
  body: z.enum(keysOf(bodies)),
  colour: z.string(),
  /** Label and value, in Italian. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  equipment: z.array(z.string()),
  photos: z.array(z.object({ id: z.int(), note: z.string(), width: z.int(), height: z.int() })),
});
export type ShownCar = z.output<typeof shownCar>;

/** A car for portals and other systems; the price in cents with VAT. */
export const feedCar = z.object({
  id: z.int(),
  code: z.string(),
  plate: z.string(),
  vin: z.string(),
  maker: z.string(),
  model: z.string(),
  version: z.string(),
  body: z.string(),
  fuel: z.string(),
  gearbox: z.string(),
  kw: z.int().nullable(),
  cc: z.int().nullable(),
  co2: z.int().nullable(),
  euroClass: z.string(),
  seats: z.int().nullable(),
  doors: z.int().nullable(),
  colour: z.string(),
  registeredOn: z.string().nullable(),
  km: z.int().nullable(),
  owners: z.int().nullable(),
  price: cents,
  /** Whether the invoice shows the VAT of the price; if not, the car is sold in the margin scheme. */
  vatShown: z.boolean(),
  warrantyMonths: z.int().nullable(),
  equipment: z.array(z.string()),
  location: z.string().nullable(),
  reserved: z.boolean(),
  /** Full addresses of its public page and photos, the cover first. */
  url: z.string(),
  photos: z.array(z.string()),
  updatedAt: z.iso.datetime({ offset: true }),
});
export type FeedCar = z.output<typeof feedCar>;

/** The next cars of the feed; `next`: where the following call continues, null at the end. */
export const feedQuery = z.object({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export const feedPage = z.object({ cars: z.array(feedCar), next: z.int().nullable() });
export const feedFile = z.object({ format: z.enum(['csv', 'xml']) });
