/** From whom a car was bought: a customer, or only a name. */
import { Failure } from '#domain/errors.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import type { Ctx } from '../lib/work/context.ts';

interface Seller {
  sellerId: number | null;
  seller: string;
}

/**
 * The input with the seller to store: a newly chosen customer gives the car the customer's current name; another typed
 * name removes the link to the customer. Throws `invalid` at `sellerId` when the company has no such customer.
 */
export async function withSeller<I extends Seller>({ db, user }: Ctx, input: I, before?: Seller): Promise<I> {
  const { sellerId, seller } = input;
  if (sellerId === null) return input;
  if (sellerId === before?.sellerId) return seller === before.seller ? input : { ...input, sellerId: null };
  const customer = await db
    .selectFrom('customers')
    .select('name')
    .where('companyId', '=', user.companyId)
    .where('id', '=', sellerId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  if (!customer) throw new Failure('invalid', undefined, { fields: { sellerId: 'Scegliere un cliente' } });
  return { ...input, seller: customer.name.slice(0, usedCarFields.seller.maxLength) };
}

/** Files contain names only: a different name means a different seller, so the link to a customer is removed. */
export const sellerCell = (name: string, old: Seller | undefined): Partial<Seller> =>
  old && name && name !== old.seller ? { sellerId: null } : {};
