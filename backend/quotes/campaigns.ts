import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { budgetIssue } from '#domain/quotes/incentives.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import type { Ctx } from '../lib/context.ts';
import { leftOf } from './campaign-left.ts';
import type { Derived } from './derive.ts';
import type { QuoteRecord } from './records.ts';

/** What a quote takes of each campaign, gross cents. */
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
 * What the quote takes of its campaigns is still there; it is the only one of the company to take of them until the transaction ends.
 * Throws `conflict` when others were first.
 */
async function check(ctx: Ctx, { id, rootId }: QuoteRecord, refused: (why: string) => string): Promise<void> {
  const { companyId } = ctx.user;
  const taken = sql`from campaign_uses own join campaigns c on c.company_id = own.owner_id and c.id = own.campaign_id
    where own.company_id = ${companyId} and own.quote_id = ${id} and num_nonnulls(c.max_uses, c.max_amount) > 0 order by c.id`;
  const campaigns = await sql<{ id: number }>`select c.id ${taken}`.execute(ctx.db);
  for (const campaign of campaigns.rows)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`campaign ${companyId} ${campaign.id}`}, 0))`.execute(
      ctx.db,
    );
  // A statement of its own: it sees what was issued while this one waited.
  const { rows } = await sql<{ name: string; amount: number; left: number | null }>`
    select c.name, own.amount, ${leftOf(companyId, ctx.today, rootId)} as left ${taken}`.execute(ctx.db);
  const over = rows.find(({ amount, left }) => left !== null && amount > left);
  if (over) throw new Failure('conflict', refused(budgetIssue(over.name, over.left!)));
}

/** An issued quote takes of its campaigns. Throws `conflict` when others have taken what was left. */
export async function takeOfCampaigns(ctx: Ctx, quote: QuoteRecord, derived: Derived): Promise<void> {
  const uses = usesOf(derived).map((use) => ({ companyId: ctx.user.companyId, quoteId: quote.id, ...use }));
  if (uses.length === 0) return;
  await ctx.db.insertInto('campaignUses').values(uses).execute();
  await check(ctx, quote, (why) => `Nel frattempo ${why}: rivedere gli incentivi.`);
}

/** A lost quote that comes back takes its part again, if its days are not over. Throws `conflict` when others have taken it. */
export async function retakeOfCampaigns(ctx: Ctx, quote: QuoteRecord): Promise<void> {
  if (stateOn({ ...quote, state: 'issued' }, ctx.today) === 'issued')
    await check(ctx, quote, (why) => `Il preventivo non si riapre: ${why}. Duplicarlo ai prezzi di oggi.`);
}
