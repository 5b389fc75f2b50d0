/** A sale that is registered in the stock itself, as long as there are no contracts. */
import { z } from 'zod';
import { keysOf, saysWhy } from '../record/machine.ts';
import { schemaOf } from '../record/schema.ts';
import { line } from '../text.ts';
import { newSaleFields, saleFields, unsellReasons } from './sale-fields.ts';
import { saleChannels, saleRegimeKeys, usedSaleChannels } from './terms.ts';

const buyerWrong = { path: ['customerId'], message: 'Scegliere il cliente o scrivere chi compra' };
const hasBuyer = ({ customerId, buyer }: { customerId: number | null; buyer: string }) =>
  customerId !== null || buyer !== '';
export const saleInput = schemaOf(saleFields).refine(hasBuyer, buyerWrong);
export const newSaleInput = schemaOf(newSaleFields).refine(hasBuyer, buyerWrong);
export type SaleInput = z.output<typeof newSaleInput>;

/** The current sale of a car. */
const sold = z.object({
  channel: z.enum(keysOf(saleChannels)),
  price: z.int(),
  /** Null for a sale by hand, or one older than this field: the regime of the purchase applies. */
  regime: z.enum(saleRegimeKeys).nullable(),
  soldOn: z.string(),
  buyer: z.string(),
  document: z.string(),
  /** Registered by a person, not by an offer or a contract. */
  byHand: z.boolean(),
  deliveredOn: z.string().nullable(),
});
export const newSale = sold.nullable();
export const sale = sold.extend({ channel: z.enum(keysOf(usedSaleChannels)) }).nullable();

/** The reason for cancelling a sale; "other" needs a note. */
export const unselling = z
  .object({
    reason: z.enum(Object.keys(unsellReasons) as (keyof typeof unsellReasons)[], 'Scegliere il motivo'),
    note: line.max(500, 'Al massimo 500 caratteri').default(''),
  })
  .refine(({ reason, note }) => reason !== 'other' || saysWhy(note), {
    path: ['note'],
    message: 'Spiegare il motivo',
  });
