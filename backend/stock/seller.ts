/** Of whom a car came: one of the customers, or a name. */
import { Failure } from '#domain/errors.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import type { Ctx } from '../lib/context.ts';

interface Seller {
  sellerId: number | null;
  seller: string;
}

/**
 * What is written of the seller: a customer who was just chosen gives the car the name that it has today; who types another name lets the
 * customer go. Throws `invalid` at `sellerId` for none of the company's customers.
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

/** A file says names: one that differs is another seller's. */
export const sellerCell = (name: string, old: Seller | undefined): Partial<Seller> =>
  old && name && name !== old.seller ? { sellerId: null } : {};
