import { z } from 'zod';

/** The very car of the new stock that a quote is for; an issued quote keeps it as it was. Amounts in cents. */
export const stockCar = z.object({
  carId: z.int(),
  /** Stock number. */
  code: z.string(),
  vin: z.string(),
  /** Everything that is on it. */
  optionIds: z.array(z.int()),
  /** What the company asks for it with its options, VAT included, without registration. */
  price: z.int().nullable(),
  location: z.string().nullable(),
  /** Days on which it is expected, and came. */
  expectedOn: z.string().nullable(),
  arrivedOn: z.string().nullable(),
  /** Why it cannot be sold any more, as a sentence; null: it can. */
  gone: z.string().nullable(),
  /** An option on it that is not the reader's own. */
  reserved: z.object({ by: z.string(), until: z.string(), customerId: z.int().nullable() }).nullable(),
});
export type StockCar = z.output<typeof stockCar>;
