import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { leftOf, type Uses } from '#domain/quotes/campaigns/reach.ts';
import { budgetIssue } from '#domain/quotes/sheet/incentives.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { usesSql } from './left.ts';
import type { Derived } from '../sheet/derive.ts';
import type { QuoteRecord } from '../records.ts';

/** The gross cents that a quote uses of each campaign. */
export function usesOf({ sheet, priced }: Pick<Derived, 'sheet' | 'priced'>) {
  const given = sheet.incentives.flatMap(({ id, campaign }) => {
    const row = campaign && priced.rows.find(({ key }) => key === `incentive-${id}`);
    return row ? [{ campaign, amount: -row.amount }] : [];
  });
  return [...Map.groupBy(given, ({ campaign }) => campaign.id)].map(([campaignId, all]) => ({
    ownerId: all[0]!.campaign.companyId,
    campaignId,
    amount: all.reduce((sum, { amount }) => sum + amount, 0),
  }));
}

/**
 * Checks that the budgets still cover what the quote uses, and locks them for the company until the transaction ends.
 * Throws `conflict` when other quotes were first.
 */
async function check(ctx: Ctx, { id, rootId }: QuoteRecord, refused: (why: string) => string): Promise<void> {
  const { companyId } = ctx.user;
  const taken = sql`from campaign_uses own join campaigns c on c.company_id = own.owner_id and c.id = own.campaign_id
    where own.company_id = ${companyId} and own.quote_id = ${id} and num_nonnulls(c.max_uses, c.max_amount) > 0 order by c.id`;
  const campaigns = await sql<{ id: number }>`select c.id ${taken}`.execute(ctx.db);
  if (campaigns.rows.length === 0) return;
  for (const campaign of campaigns.rows)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`campaign ${companyId} ${campaign.id}`}, 0))`.execute(
      ctx.db,
    );
  // A separate statement, so that it sees quotes issued while this one waited for the lock.
  const { rows } = await sql<{
    name: string;
    amount: number;
    maxUses: number | null;
    maxAmount: number | null;
    used: Uses;
  }>`select c.name, own.amount, c.max_uses, c.max_amount, ${usesSql(companyId, ctx.today, rootId)} as used ${taken}`.execute(
    ctx.db,
  );
  for (const { name, amount, used, ...budget } of rows) {
    const left = leftOf(budget, used);
    if (left !== null && amount > left) throw new Failure('conflict', refused(budgetIssue(name, left)));
  }
}

/** Records what an issued quote uses of its campaigns. Throws `conflict` when too little is left. */
export async function takeOfCampaigns(ctx: Ctx, quote: QuoteRecord, derived: Derived): Promise<void> {
  const uses = usesOf(derived).map((use) => ({ companyId: ctx.user.companyId, quoteId: quote.id, ...use }));
  if (uses.length === 0) return;
  await ctx.db.insertInto('campaignUses').values(uses).execute();
  await check(ctx, quote, (why) => `Nel frattempo ${why}: rivedere gli incentivi.`);
}

/** Records the use again when a lost quote is reopened before it expires. Throws `conflict` when too little is left. */
export async function retakeOfCampaigns(ctx: Ctx, quote: QuoteRecord): Promise<void> {
  if (stateOn({ ...quote, state: 'issued' }, ctx.today) === 'issued')
    await check(ctx, quote, (why) => `Il preventivo non si riapre: ${why}. Duplicarlo ai prezzi di oggi.`);
}
