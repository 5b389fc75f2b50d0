/** What a sale, and its cancellation, writes to a car, whether it comes from an offer, a contract or a person. */
import { Failure } from '#domain/errors.ts';
import { barsSale } from '#domain/stock/rules.ts';
import type { SaleInput } from '#domain/stock/sale.ts';
import type { SaleChannel } from '#domain/stock/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Filled } from '../lib/records/move.ts';
import { checkContract, free, type Holdable } from './reserve.ts';

/** A sale: the buyer's name as printed; `document`: contract or invoice. */
export interface Sale {
  channel: SaleChannel;
  price: number;
  buyer: string;
  buyerId: number | null;
  document: string;
  soldOn: string;
  byHand: boolean;
}

/** The columns and facts of the move to `sold`. */
export function soldBy({ channel, price, buyer, buyerId, document, soldOn, byHand }: Sale, more: object = {}): Filled {
  const sale = { saleChannel: channel, salePrice: price, soldOn, buyer, saleDocument: document, ...more };
  return { columns: { ...sale, buyerId, soldByHand: byHand, ...free }, told: { before: {}, after: sale } };
}

/** The columns of the move back. */
export const unsoldColumns = {
  saleChannel: null,
  salePrice: null,
  soldOn: null,
  buyer: '',
  buyerId: null,
  saleDocument: '',
  soldByHand: false,
};

/**
 * A sale from a person's input, with the customer's name. Throws `invalid` at a wrong field, `conflict` when the car is
 * held for somebody else.
 */
export async function saleOf(ctx: Ctx, car: Holdable, { customerId, ...said }: SaleInput): Promise<Sale> {
  checkContract(car);
  if (barsSale(car, { customerId, sellerId: ctx.user.id, actorId: ctx.user.id }, ctx.now))
    throw new Failure('conflict', `L’auto ${car.code} è opzionata da ${car.reservedByName}.`);
  const wrong = (fields: Record<string, string>) => new Failure('invalid', undefined, { fields });
  if (customerId === null) return { ...said, buyerId: null, byHand: true };
  const customer = await ctx.db
    .selectFrom('customers')
    .select('name')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (!customer) throw wrong({ customerId: 'Scegliere un cliente' });
  return { ...said, buyerId: customerId, buyer: customer.name, byHand: true };
}

/** The state of a car before its last sale; null if unknown. */
export async function soldFrom(ctx: Ctx, entity: string, id: number): Promise<string | null> {
  const last = await ctx.db
    .selectFrom('stateChanges')
    .select('fromState')
    .where('companyId', '=', ctx.user.companyId)
    .where('entity', '=', entity)
    .where('recordId', '=', id)
    .where('toState', '=', 'sold')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.fromState ?? null;
}
