/** A sale that is registered in the stock itself, as long as there are no contracts. */
import { z } from 'zod';
import { schemaOf } from '../schema.ts';
import { line } from '../text.ts';
import { saleFields, unsellReasons } from './sale-fields.ts';
import { saleChannels, saleRegimeKeys } from './terms.ts';

export const saleInput = schemaOf(saleFields).refine(({ customerId, buyer }) => customerId !== null || buyer !== '', {
  path: ['customerId'],
  message: 'Scegliere il cliente o scrivere chi compra',
});
export type SaleInput = z.output<typeof saleInput>;

/** The current sale of a car. */
export const sale = z
  .object({
    channel: z.enum(Object.keys(saleChannels) as (keyof typeof saleChannels)[]),
    price: z.int(),
    /** Null for a sale by hand, or one older than this field: the regime of the purchase applies. */
    regime: z.enum(saleRegimeKeys).nullable(),
    soldOn: z.string(),
    buyer: z.string(),
    document: z.string(),
    /** Registered by a person, not by an offer or a contract. */
    byHand: z.boolean(),
    deliveredOn: z.string().nullable(),
  })
  .nullable();

/** The reason for cancelling a sale; "other" needs a note. */
export const unselling = z
  .object({
    reason: z.enum(Object.keys(unsellReasons) as (keyof typeof unsellReasons)[], 'Scegliere il motivo'),
    note: line.max(500, 'Al massimo 500 caratteri').default(''),
  })
  .refine(({ reason, note }) => reason !== 'other' || note !== '', {
    path: ['note'],
    message: 'Spiegare il motivo',
  });
