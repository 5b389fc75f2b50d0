/** Who shares a sale, and with which role: from its approval on it stays who it was, whoever sells it later. */
import { sql } from 'kysely';
import { equalShares, type Sharer } from '#domain/commissions/earning.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readRoles, type SoldContract } from './sales.ts';

/** A share as it is stored. */
export type Split = Sharer & { byHand: boolean };

/** Who shares these contracts, the first one first; of a contract nothing before its approval, unless somebody split it. */
export async function readSplits(
  { db, user: { companyId } }: Ctx,
  ids: readonly number[],
): Promise<Map<number, Split[]>> {
  const { rows } = await sql<Split & { contractId: number }>`select s.contract_id, s.user_id as id, s.share, s.by_hand,
      coalesce(s.role_name, u.role_name) as role_name
    from commission_splits s join users u on u.company_id = s.company_id and u.id = s.user_id
    where s.company_id = ${companyId} and s.contract_id = any(${ids}::bigint[]) order by s.contract_id, s.place`.execute(
    db,
  );
  return Map.groupBy(rows, ({ contractId }) => contractId);
}

/** Who sells a contract by its own facts, with equal shares. */
export const sellersOf = (
  { sellerId, partnerId }: Pick<SoldContract, 'sellerId' | 'partnerId'>,
  roles: ReadonlyMap<number, string>,
): Split[] => {
  const ids = partnerId === null ? [sellerId] : [sellerId, partnerId];
  return ids.map((id, at) => ({
    id,
    share: equalShares(ids.length)[at]!,
    roleName: roles.get(id) ?? '',
    byHand: false,
  }));
};

/** Who shares a sale as it is now. */
export async function sharersOf(ctx: Ctx, sold: SoldContract): Promise<Split[]> {
  const kept = (await readSplits(ctx, [sold.id])).get(sold.id);
  return kept ?? sellersOf(sold, await readRoles(ctx, [sold.sellerId, sold.partnerId ?? 0]));
}

/** Stores who shares the sale, unless it is stored. */
export async function keepSplit(ctx: Ctx, sold: SoldContract): Promise<Split[]> {
  const split = await sharersOf(ctx, sold);
  const own = { companyId: ctx.user.companyId, contractId: sold.id };
  await ctx.db
    .insertInto('commissionSplits')
    .values(split.map(({ id, ...one }, place) => ({ ...own, ...one, userId: id, place })))
    .onConflict((on) => on.doNothing())
    .execute();
  return split;
}

/** The approval is undone: who sells the contract next shares the next one, unless somebody split it by hand. */
export const forgetSplit = ({ db, user }: Ctx, contractId: number) =>
  db
    .deleteFrom('commissionSplits')
    .where('companyId', '=', user.companyId)
    .where('contractId', '=', contractId)
    .where('byHand', '=', false)
    .execute();
