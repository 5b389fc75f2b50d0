import { sql, type Selectable } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { addressLine } from '#domain/italian.ts';
import { refusalOf } from '#domain/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { readDraft } from '#domain/quotes/draft.ts';
import type { Priced } from '#domain/quotes/priced.ts';
import { price } from '#domain/quotes/pricing.ts';
import { quoteRights } from '#domain/quotes/rights.ts';
import { quoteMachine, stateOn } from '#domain/quotes/rules.ts';
import type { HashedSheet, PriceSheet, Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import type { CloseReason, QuoteState } from '#domain/quotes/terms.ts';
import type { Quotes } from '../db/types.gen.ts';
import { holds, type Ctx } from '../lib/context.ts';
import { quoteHref } from '../lib/links.ts';
import type { Kept } from '../lib/move.ts';
import { checkVisible, type Owned } from '../lib/scope.ts';
import { writeWords } from '../lib/search.ts';
import { readSheet, visibleSheet } from './sheet.ts';
import { readApproval } from './stored-approval.ts';
import { readSnapshot, type Snapshot } from './stored.ts';

/** A quote as stored, with its documents typed and the seller's name. */
export type QuoteRecord = Omit<Selectable<Quotes>, 'state' | 'draft' | 'snapshot' | 'closeReason'> & {
  state: QuoteState;
  draft: QuoteDraft;
  snapshot: Snapshot | null;
  closeReason: CloseReason | null;
  seller: string;
  contact: Quote['contact'];
};

/** Quotes in queries that name them `q`. */
export const owned: Owned = { rights: quoteRights, company: 'q.company_id', owner: 'q.seller_id' };

/**
 * A quote that the caller may see. Throws `not_found` when it is unknown or another company's, `forbidden` when it is somebody
 * else's and the caller sees own quotes only. `lock` keeps it as it is until the transaction ends.
 */
export async function readQuote(ctx: Ctx, id: number, { lock = false } = {}): Promise<QuoteRecord> {
  const row = await ctx.db
    .selectFrom('quotes')
    .innerJoin('users', (on) =>
      on.onRef('users.companyId', '=', 'quotes.companyId').onRef('users.id', '=', 'quotes.sellerId'),
    )
    .leftJoin('customers as c', (on) =>
      on.onRef('c.companyId', '=', 'quotes.companyId').onRef('c.id', '=', 'quotes.customerId'),
    )
    .selectAll('quotes')
    .select(['users.name as seller', 'c.phone', 'c.email', 'c.address', 'c.cap', 'c.city', 'c.province'])
    .where('quotes.companyId', '=', ctx.user.companyId)
    .where('quotes.id', '=', id)
    .$if(lock, (query) => query.forUpdate('quotes'))
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  const { phone, email, address, cap, city, province, ...stored } = row;
  const quote = {
    ...stored,
    contact: row.customerId === null ? null : { phone, email, address: addressLine({ address, cap, city, province }) },
    state: row.state as QuoteState,
    closeReason: row.closeReason as CloseReason | null,
    draft: readDraft(row.draft),
    snapshot: readSnapshot(row.snapshot),
  };
  checkVisible(ctx, quoteRights, quote.sellerId);
  return quote;
}

/** What prices the quote, as the caller may see it: the sheet of today while it is a draft, the one it was issued with afterwards. */
export const sheetOf = async (
  ctx: Ctx,
  { snapshot, draft, rootId }: QuoteRecord,
  today?: PriceSheet,
): Promise<HashedSheet> => visibleSheet(ctx, snapshot?.sheet ?? today ?? (await readSheet(ctx, draft, rootId)));

/** A revision that is being written. */
const isNext = ({ state, revision }: QuoteRecord) => state === 'draft' && revision > 1;

/** Where the current revision of a quote is opened. */
async function newestOf(ctx: Ctx, { rootId }: QuoteRecord): Promise<string> {
  const newest = await ctx.db
    .selectFrom('quotes')
    .select(['id', 'makerId', 'modelId', 'versionId', 'stockId'])
    .where('companyId', '=', ctx.user.companyId)
    .where('rootId', '=', rootId)
    .where('superseded', '=', false)
    // The offer that holds comes before a revision that is being written.
    .orderBy(sql`state = 'draft'`)
    .orderBy('revision', 'desc')
    .executeTakeFirstOrThrow();
  return quoteHref(newest);
}

/** What was issued, with its margins for who may see them. */
function pricedFor(ctx: Ctx, { draft, snapshot }: QuoteRecord): Priced | null {
  if (!snapshot || !holds(ctx, p.seeMargin)) return snapshot && snapshot.priced;
  // Snapshots of the first form kept what the margins are computed of, not the margins.
  const margin = snapshot.form === 1 ? price(draft, snapshot.sheet).margin : snapshot.margin;
  return { ...snapshot.priced, margin };
}

/** The quote as calls answer it; `today`: the sheet of today, where it is already there. */
export async function quoteAnswer(ctx: Ctx, quote: QuoteRecord, today?: PriceSheet): Promise<Quote> {
  return {
    id: quote.id,
    version: quote.version,
    number: quote.number,
    revision: quote.revision,
    state: stateOn(quote, ctx.today),
    superseded: quote.superseded,
    newest: quote.superseded || isNext(quote) ? await newestOf(ctx, quote) : null,
    issuedAt: quote.issuedAt,
    expiresOn: quote.expiresOn,
    seller: { id: quote.sellerId, name: quote.seller },
    editable: refusalOf(quoteMachine, quote, { ...ctx.user, today: ctx.today }, 'save') === null,
    draft: quote.draft,
    href: quoteHref(quote),
    sheetHash: (await sheetOf(ctx, quote, today)).hash,
    priced: pricedFor(ctx, quote),
    approval: await readApproval(ctx, 'quotes', quote.rootId),
    closeReason: quote.closeReason,
    contact: quote.contact,
    createdAt: quote.createdAt,
    updatedAt: quote.updatedAt,
  };
}

/** Changes columns of a quote, which then is a new version, and its words. */
export async function writeQuote(
  ctx: Ctx,
  { id, version }: Pick<QuoteRecord, 'id' | 'version'>,
  columns: object,
): Promise<void> {
  await ctx.db
    .updateTable('quotes')
    .set({ ...columns, version: version + 1, updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  await writeWords(ctx, 'quotes', [id]);
}

/** Quotes as the mover keeps them. */
export const quoteKept: Kept<typeof quoteMachine, QuoteRecord, Quote> = {
  machine: quoteMachine,
  lock: (ctx, id) => readQuote(ctx, id, { lock: true }),
  write: writeQuote,
  answer: async (ctx, id) => quoteAnswer(ctx, await readQuote(ctx, id)),
};
