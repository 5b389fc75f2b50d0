import { price } from '#domain/quotes/sheet/pricing.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import type { Ctx } from '../lib/work/context.ts';
import { checkLead } from '../lib/records/named.ts';
import { defaultLocation } from '../lib/people/places.ts';
import { revisionVerbs } from '../lib/records/revisions.ts';
import { fallIfOutgrown } from './approvals/ask.ts';
import { columnsOf, derive, factsOf, renew } from './sheet/derive.ts';
import { quoteCourse } from './records.ts';
import { forgetRequests } from './approvals/requests.ts';

/** The part of an older draft that is still offered, at today's prices; without `keepsList` by today's list, too. */
export async function renewed(ctx: Ctx, draft: QuoteDraft, rootId: number | null, keepsList = true) {
  const today = await derive(ctx, draft, rootId, null, keepsList);
  return derive(ctx, renew(draft, today.sheet), rootId, null, keepsList);
}

/** The lead that a quote and its revisions answer. */
const leadOf = async ({ db, user }: Ctx, rootId: number): Promise<number | null> =>
  (
    await db
      .selectFrom('quotes')
      .select('leadId')
      .where('companyId', '=', user.companyId)
      .where('rootId', '=', rootId)
      .where('leadId', 'is not', null)
      .executeTakeFirst()
  )?.leadId ?? null;

/** Derives what the caller asks for; throws as `derive` and `checkLead`. */
async function asked(ctx: Ctx, draft: QuoteDraft, rootId: number | null) {
  const { leadId } = draft;
  if (leadId !== null) await checkLead(ctx, leadId, rootId === null ? null : await leadOf(ctx, rootId));
  return derive(ctx, draft, rootId);
}

export const drafts = revisionVerbs('quotes', quoteCourse, {
  derive: asked,
  renew: (ctx, draft, rootId) => renewed(ctx, draft, rootId),
  // The earlier draft at today's prices: the audit then shows what the seller changed, not what the price list changed.
  before: async (ctx, { draft, rootId }, now) =>
    draft.versionId === now.sheet.version.id
      ? { ...now, draft, priced: price(draft, now.sheet) }
      : derive(ctx, draft, rootId),
  columns: columnsOf,
  facts: factsOf,
  beside: async (ctx, { sellerId, origin }) => ({
    locationId: origin ? origin.locationId : await defaultLocation(ctx, sellerId),
  }),
  saved: fallIfOutgrown,
  removed: async (ctx, quoteId) => {
    await forgetRequests(ctx, { quoteId });
    await ctx.emit('quote.deleted', { quoteId });
  },
  gist: ({ customerName: customer, vehicle, keysInHand }) => ({ customer, vehicle, keysInHand }),
});
