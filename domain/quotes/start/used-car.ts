import { z } from 'zod';
import { keysOf } from '#domain/record/machine.ts';
import { warrantyKinds } from '#domain/stock/terms.ts';

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
  /** `retail`: sold in the margin scheme; `iva_exposed`: with VAT on the whole price (rules.md §2). */
  regime: z.enum(['retail', 'iva_exposed']),
  /** The channel of its sale; absent in quotes issued before it was noted. */
  saleChannel: z.enum(['retail', 'business']).optional(),
  /** Lowest selling price, VAT included. */
  minPrice: cents.nullable(),
  /** Purchase and expenses, VAT included, and the VAT in them; null for a reader who may not see margins. */
  cost: z.object({ purchase: cents, purchaseVat: cents, expenses: cents, expensesVat: cents }).nullable(),
  /**
   * Total for the change of ownership (agency, VAT included) if the car has its own amount; null: the tariff applies.
   */
  expense: cents.nullable(),
  /** A warranty that comes with the car, in words. */
  warranty: z.string().nullable(),
  /** The same as data; absent in quotes issued before it was noted. */
  warranted: z
    .object({ kind: z.enum(keysOf(warrantyKinds)), months: z.int().nullable() })
    .nullable()
    .optional(),
  /** Why it can no longer be sold, as a sentence; null if it can. */
  gone: z.string().nullable(),
  /** Another person's reservation, or the own one for a customer. */
  reserved: z.object({ by: z.string(), until: z.string(), customerId: z.int().nullable() }).nullable(),
});
export type UsedCar = z.output<typeof usedCar>;
