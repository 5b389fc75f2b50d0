import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import type { Priced } from '#domain/quotes/sheet/priced.ts';
import { leftOf, type Uses } from '#domain/quotes/campaigns/reach.ts';
import { budgetIssue } from '#domain/quotes/sheet/incentives.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import type { SaleLine } from '#domain/sale-lines.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { usesSql, type Sale } from './left.ts';
import type { Derived } from '../sheet/derive.ts';
import type { QuoteRecord } from '../records.ts';

type CampaignAmount = { campaign: { companyId: number; id: number }; amount: number };

/** What incentives give, by campaign; gross cents. */
const summed = (given: readonly CampaignAmount[]) =>
  [...Map.groupBy(given, ({ campaign }) => campaign.id)].map(([campaignId, all]) => ({
    ownerId: all[0]!.campaign.companyId,
    campaignId,
    amount: all.reduce((sum, { amount }) => sum + amount, 0),
  }));

/** The gross cents that a quote uses of each campaign. */
export function usesOf({ sheet, priced }: { sheet: Pick<PriceSheet, 'incentives'>; priced: Pick<Priced, 'rows'> }) {
  const given = sheet.incentives.flatMap(({ id, campaign }) => {
    const row = campaign && priced.rows.find(({ key }) => key === `incentive-${id}`);
    return row ? [{ campaign, amount: -row.amount }] : [];
  });
  return summed(given);
}

type Use = ReturnType<typeof usesOf>[number];

/**
 * The campaigns whose budgets cover no more what a sale uses, each with why. Locks the budgets for the company until the
 * transaction ends. What the sale itself holds already stays covered.
 */
async function uncovered(ctx: Ctx, uses: readonly Use[], sale: Sale): Promise<{ id: number; why: string }[]> {
  const { companyId } = ctx.user;
  const amounts = new Map(uses.map(({ campaignId, amount }) => [campaignId, amount]));
  const limited = sql`from campaigns c where c.company_id = any(${uses.map(({ ownerId }) => ownerId)}::int[])
    and c.id = any(${[...amounts.keys()]}::bigint[]) and num_nonnulls(c.max_uses, c.max_amount) > 0 order by c.id`;
  const campaigns = await sql<{ id: number }>`select c.id ${limited}`.execute(ctx.db);
  if (campaigns.rows.length === 0) return [];
  for (const campaign of campaigns.rows)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`campaign ${companyId} ${campaign.id}`}, 0))`.execute(
      ctx.db,
    );
  // A separate statement, so that it sees what others took while this one waited for the lock.
  const { rows } = await sql<{
    id: number;
    name: string;
    maxUses: number | null;
    maxAmount: number | null;
    used: Uses;
    all: Uses;
  }>`select c.id, c.name, c.max_uses, c.max_amount, ${usesSql(companyId, ctx.today, sale)} as used,
    ${usesSql(companyId, ctx.today, { rootId: null, contractId: null })} as all ${limited}`.execute(ctx.db);
  return rows.flatMap(({ id, name, used, all, ...budget }) => {
    const left = leftOf(budget, used);
    const isCovered = left === null || amounts.get(id)! <= Math.max(left, all.given - used.given);
    return isCovered ? [] : [{ id, why: budgetIssue(name, left) }];
  });
}

/** The same, where others were first throws `conflict`. */
async function check(ctx: Ctx, uses: readonly Use[], sale: Sale, refused: (why: string) => string): Promise<void> {
  const [first] = await uncovered(ctx, uses, sale);
  if (first) throw new Failure('conflict', refused(first.why));
}

const meanwhile = (why: string) => `Nel frattempo ${why}: rivedere gli incentivi.`;

async function record(ctx: Ctx, quote: QuoteRecord, uses: readonly Use[]): Promise<void> {
  if (uses.length === 0) return;
  const { companyId } = ctx.user;
  await ctx.db
    .insertInto('campaignUses')
    .values(uses.map((use) => ({ companyId, quoteId: quote.id, ...use })))
    .execute();
}

/** Records what an issued quote uses of its campaigns. Throws `conflict` when too little is left. */
export async function takeOfCampaigns(ctx: Ctx, quote: QuoteRecord, derived: Derived): Promise<void> {
  const uses = usesOf(derived);
  if (uses.length === 0) return;
  await record(ctx, quote, uses);
  await check(ctx, uses, { rootId: quote.rootId, contractId: null }, meanwhile);
}

/** Whether a quote that is open again has not expired meanwhile: only then it uses something. */
const holdsAgain = (ctx: Ctx, quote: QuoteRecord) => stateOn({ ...quote, state: 'issued' }, ctx.today) === 'issued';

/** What was recorded of a quote that is open again. */
async function recordedOf(ctx: Ctx, quote: QuoteRecord): Promise<Use[]> {
  if (!holdsAgain(ctx, quote)) return [];
  return ctx.db
    .selectFrom('campaignUses')
    .select(['ownerId', 'campaignId', 'amount'])
    .where('companyId', '=', ctx.user.companyId)
    .where('quoteId', '=', quote.id)
    .execute();
}

/**
 * Records the use again when a lost quote is reopened before it expires, also of what was freed meanwhile: its prices
 * still give it. Throws `conflict` when too little is left.
 */
export async function retakeOfCampaigns(ctx: Ctx, quote: QuoteRecord): Promise<void> {
  if (!holdsAgain(ctx, quote)) return;
  const recorded = await recordedOf(ctx, quote);
  const isRecorded = ({ campaignId }: Use) => recorded.some((one) => one.campaignId === campaignId);
  const freed = quote.snapshot ? usesOf(quote.snapshot).filter((use) => !isRecorded(use)) : [];
  await record(ctx, quote, freed);
  const sale = { rootId: quote.rootId, contractId: null };
  await check(
    ctx,
    [...recorded, ...freed],
    sale,
    (why) => `Il preventivo non si riapre: ${why}. Duplicarlo ai prezzi di oggi.`,
  );
}

/**
 * Frees what a quote cannot have again when its contract is cancelled, because the contract had given it back and others
 * took it: the contract ends all the same, and the next one of this quote is refused until something is left.
 */
export async function freeOfCampaigns(ctx: Ctx, quote: QuoteRecord, contractId: number): Promise<void> {
  const gone = await uncovered(ctx, await recordedOf(ctx, quote), { rootId: quote.rootId, contractId });
  if (gone.length === 0) return;
  await ctx.db
    .deleteFrom('campaignUses')
    .where('companyId', '=', ctx.user.companyId)
    .where('quoteId', '=', quote.id)
    .where(
      'campaignId',
      'in',
      gone.map(({ id }) => id),
    )
    .execute();
}

/**
 * Locks the budgets that a contract is about to use, whose lines are the record of it. Throws `conflict` when too little
 * is left.
 */
export async function coverContract(ctx: Ctx, sale: Sale, lines: readonly SaleLine[]): Promise<void> {
  const given = lines.flatMap(({ campaign, amount }) => (campaign ? [{ campaign, amount }] : []));
  await check(ctx, summed(given), sale, meanwhile);
}
