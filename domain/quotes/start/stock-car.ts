import { z } from 'zod';

/** The car of the new stock that a quote is for; an issued quote keeps it as it was. Amounts in cents. */
export const stockCar = z.object({
  carId: z.int(),
  /** Stock number. */
  code: z.string(),
  vin: z.string(),
  optionIds: z.array(z.int()),
  /** The company's price with its options, VAT included, without registration. */
  price: z.int().nullable(),
  location: z.string().nullable(),
  /** Expected and actual day of arrival. */
  expectedOn: z.string().nullable(),
  arrivedOn: z.string().nullable(),
  /** Why it can no longer be sold, as a sentence; null if it can. */
  gone: z.string().nullable(),
  /** Another person's reservation, or the own one for a customer. */
  reserved: z.object({ by: z.string(), until: z.string(), customerId: z.int().nullable() }).nullable(),
});
export type StockCar = z.output<typeof stockCar>;
