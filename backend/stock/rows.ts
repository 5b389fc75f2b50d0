/** The rows of the list of used cars, with what is compared and added up of each. */
import { toMarket } from '#domain/stock/market.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import type { UsedCarRow } from '#domain/stock/schema.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { marketOf } from './market.ts';
import { cutsOf, ranksOf } from './prices.ts';
import { usedCarRowOf, type UsedCarRecord } from './records.ts';
import { readStockSettings } from './settings.ts';

export async function usedCarRows(ctx: Ctx, records: readonly UsedCarRecord[]): Promise<UsedCarRow[]> {
  const ids = records.map(({ id }) => id);
  const borders = await readStockSettings(ctx);
  const [ranks, cuts] = [await ranksOf(ctx, ids), await cutsOf(ctx, ids)];
  const markets = holds(ctx, ...costSeenWith) ? await marketOf(ctx, ids) : null;
  return records.map((record) => {
    const marketPrice = markets?.get(record.id) ?? null;
    return {
      ...usedCarRowOf(ctx, record, borders),
      rank: ranks.get(record.id) ?? null,
      cuts: cuts.get(record.id)?.count ?? 0,
      ...(markets && { marketPrice, toMarket: toMarket(record.retailPrice, marketPrice) }),
    };
  });
}
