import { sql, type Selectable } from 'kysely';
import { refusalOf } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { readDraft } from '#domain/quotes/draft.ts';
import type { Priced } from '#domain/quotes/sheet/priced.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { quoteMachine, stateOn } from '#domain/quotes/rules.ts';
import type { HashedSheet, PriceSheet, Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import type { CloseReason, QuoteState } from '#domain/quotes/terms.ts';
import type { Quotes } from '../db/types.gen.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { course, type Course } from '../lib/records/course.ts';
import { quoteHref } from '../lib/records/links.ts';
import { newestOf } from '../lib/records/revisions.ts';
import { headOf, selectFrom, withContact, type Contact } from './heads.ts';
import { whyLost } from './car/one-car.ts';
import { withDeciders } from './approvals/requests.ts';
import { readSheet, visibleSheet } from './sheet/sheet.ts';
import { readApproval } from './approvals/stored-approval.ts';
import { readSnapshot, type Snapshot } from './sheet/stored.ts';

/** What a draft gave up: its price day, since when it was priced, and its options, of which today's list may have fewer. */
export interface FormerList {
  day: string;
  at: string;
  optionIds: number[];
}

/** A stored quote with typed JSON columns and the seller's name. */
export type QuoteRecord = Omit<Selectable<Quotes>, 'state' | 'draft' | 'snapshot' | 'closeReason' | 'formerList'> & {
  state: QuoteState;
  draft: QuoteDraft;
  snapshot: Snapshot | null;
  formerList: FormerList | null;
  closeReason: CloseReason | null;
  seller: string;
  contact: Quote['contact'];
};

/**
 * The sheet that prices the quote, as the caller may see it: today's for a draft, later the one that it was issued
 * with.
 */
export const sheetOf = async (
  ctx: Ctx,
  { snapshot, draft, rootId }: QuoteRecord,
  today?: PriceSheet,
): Promise<HashedSheet> => visibleSheet(ctx, snapshot?.sheet ?? today ?? (await readSheet(ctx, draft, rootId)));

/** The columns that form the path of a quote. */
const located = sql<Parameters<typeof quoteHref>[0]>`id, maker_id, model_id, version_id, stock_id`;

/** Whether it is a draft of a new revision. */
const isNext = ({ state, revision }: QuoteRecord) => state === 'draft' && revision > 1;

/** The result at issue, with margins for callers who may see them; null for a draft. */
function pricedFor(ctx: Ctx, { draft, snapshot }: QuoteRecord): Priced | null {
  if (!snapshot || !holds(ctx, p.seeMargin)) return snapshot && snapshot.priced;
  // Snapshots of form 1 hold the data for the margins, not the margins.
  const margin = snapshot.form === 1 ? price(draft, snapshot.sheet).margin : snapshot.margin;
  return { ...snapshot.priced, margin };
}

/** The quote as calls answer it; `derived`: today's sheet, if it is already read. */
export async function quoteAnswer(ctx: Ctx, quote: QuoteRecord, derived?: { sheet: PriceSheet }): Promise<Quote> {
  return {
    ...headOf(quote),
    state: stateOn(quote, ctx.today),
    newest: quote.superseded || isNext(quote) ? quoteHref(await newestOf(ctx, quoteCourse, quote, located)) : null,
    editable: refusalOf(quoteMachine, quote, { ...ctx.user, today: ctx.today }, 'save') === null,
    draft: quote.draft,
    formerDay: quote.formerList?.day ?? null,
    href: quoteHref(quote),
    sheetHash: (await sheetOf(ctx, quote, derived?.sheet)).hash,
    priced: pricedFor(ctx, quote),
    approval: await withDeciders(ctx, await readApproval(ctx, 'quotes', quote.rootId), quote.makerId),
    lost: await whyLost(ctx, quote),
  };
}

/** A quote with the customer's contact data, as the select reads it. */
type Row = QuoteRecord & Contact;

export const quoteCourse: Course<typeof quoteMachine, QuoteRecord, Quote> = course({
  machine: quoteMachine,
  table: 'quotes',
  as: 'q',
  select: selectFrom('quotes'),
  owner: ['seller_id'],
  typed: (row) => {
    const quote = withContact(row as Row);
    return {
      ...quote,
      draft: readDraft(quote.draft),
      snapshot: readSnapshot(quote.snapshot),
    };
  },
  answer: quoteAnswer,
});
