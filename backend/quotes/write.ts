import { sql } from 'kysely';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import type { Ctx } from '../lib/work/context.ts';
import { checkLead, checkVisit } from '../lib/records/named.ts';
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

interface Named {
  leadId: number | null;
  visitId: number | null;
}

/** The lead that a quote and its revisions answer, and the visit that they began from. */
async function namedBy({ db, user: { companyId } }: Ctx, rootId: number | null): Promise<Named> {
  const { rows } = await sql<Named>`select max(lead_id) as lead_id, max((draft ->> 'visitId')::bigint) as visit_id
    from quotes where company_id = ${companyId} and root_id = ${rootId}`.execute(db);
  return rows[0]!;
}

/**
 * Whether a quote that was begun from another one is for somebody else than the lead that it took over: its sale would win the
 * lead of the first one. Who begins a quote from a lead says so themselves, for whomever it is.
 */
async function isForeign({ db, user: { companyId } }: Ctx, { leadId, customer }: QuoteDraft, rootId: number) {
  const { rows } = await sql<{ foreign: boolean }>`select ${customer?.id ?? null}::bigint <> coalesce(l.customer_id,
      (select o.customer_id from quotes o where o.company_id = ${companyId} and o.lead_id = l.id and o.root_id < ${rootId}
        order by o.id limit 1)) as foreign
    from leads l where l.company_id = ${companyId} and l.id = ${leadId} and exists (select from audit_events e
      where e.company_id = ${companyId} and e.entity = ${quoteCourse.machine.entity} and e.entity_id = ${rootId}
        and e.action = 'duplicate')`.execute(db);
  return rows[0]?.foreign === true;
}

/** Derives what the caller asks for; throws as `derive`, `checkLead` and `checkVisit`. */
async function asked(ctx: Ctx, draft: QuoteDraft, rootId: number | null) {
  const { leadId, visitId } = draft;
  if (leadId !== null || visitId !== null) {
    const known = await namedBy(ctx, rootId);
    await checkLead(ctx, leadId, known.leadId);
    await checkVisit(ctx, visitId, known.visitId);
  }
  const isKept = leadId === null || rootId === null || !(await isForeign(ctx, draft, rootId));
  return derive(ctx, isKept ? draft : { ...draft, leadId: null }, rootId);
}

export const drafts = revisionVerbs('quotes', quoteCourse, {
  derive: asked,
  // A duplicate is begun by itself, maybe for somebody else: the visit is that of the quote that was begun from it.
  renew: (ctx, draft, rootId) => renewed(ctx, rootId === null ? { ...draft, visitId: null } : draft, rootId),
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
