import { z } from 'zod';

const cents = z.int();

/** A car of the used stock as a quote offers it on a day; an issued quote keeps it as it was. Amounts in cents. */
export const usedCar = z.object({
  stockId: z.int(),
  /** Stock number. */
  code: z.string(),
  plate: z.string(),
  vin: z.string(),
  /** First registration. */
  registeredOn: z.string().nullable(),
  km: z.int().nullable(),
  colour: z.string(),
  equipment: z.array(z.string()),
  /** `retail`: sold in the margin scheme; `iva_exposed`: with VAT on the whole price (domain.md §2.2). */
  regime: z.enum(['retail', 'iva_exposed']),
  /** What it is sold for at least, VAT included. */
  minPrice: cents.nullable(),
  /** What was paid for it, VAT included, with the VAT that is in it; null for who may not see margins. */
  cost: z.object({ purchase: cents, purchaseVat: cents, expenses: cents, expensesVat: cents }).nullable(),
  /** What the customer pays in all for the change of ownership, where the car has an amount of its own (agency, VAT included). */
  expense: cents.nullable(),
  /** A warranty that comes with the car, in words. */
  warranty: z.string().nullable(),
  /** Why it cannot be sold any more, as a sentence; null: it can. */
  gone: z.string().nullable(),
  /** An option on it that is not the reader's own. */
  reserved: z.object({ by: z.string(), until: z.string(), customerId: z.int().nullable() }).nullable(),
});
export type UsedCar = z.output<typeof usedCar>;
