import type { Selectable } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { quoteActions, stateOn, maySeeQuote, type QuoteAction } from '#domain/quotes/rules.ts';
import type { PriceSheet, Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import type { Priced } from '#domain/quotes/pricing.ts';
import type { CloseReason, QuoteState } from '#domain/quotes/terms.ts';
import type { Quotes } from '../db/types.gen.ts';
import type { Ctx } from '../lib/context.ts';
import { readSheet, visibleSheet } from './sheet.ts';
import type { Texts } from './texts.ts';

/** What an issued quote keeps for good: prices and parameters, the computed result without costs, and the printed texts. */
export interface Snapshot {
  sheet: PriceSheet;
  priced: Priced;
  texts: Texts;
}

/** A quote as stored, with its documents typed and the seller's name. */
export type QuoteRecord = Omit<Selectable<Quotes>, 'state' | 'draft' | 'snapshot' | 'closeReason'> & {
  state: QuoteState;
  draft: QuoteDraft;
  snapshot: Snapshot | null;
  closeReason: CloseReason | null;
  seller: string;
};

const isOwn = (ctx: Ctx, quote: Pick<QuoteRecord, 'sellerId'>) => quote.sellerId === ctx.user.id;
const EVERYTHING = [13, 14, 15, 16, 27, 29];

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
    .selectAll('quotes')
    .select('users.name as seller')
    .where('quotes.companyId', '=', ctx.user.companyId)
    .where('quotes.id', '=', id)
    .$if(lock, (query) => query.forUpdate('quotes'))
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  const quote = row as unknown as QuoteRecord;
  if (!maySeeQuote(ctx.user.privileges, isOwn(ctx, quote))) throw new Failure('forbidden');
  return quote;
}

/** The quote, locked, for one action: `stale` when the caller saw another version, `forbidden` or `conflict` when it may not be. */
export async function takeQuote(ctx: Ctx, id: number, action: QuoteAction, version?: number): Promise<QuoteRecord> {
  const quote = await readQuote(ctx, id, { lock: true });
  if (version !== undefined && quote.version !== version)
    throw new Failure('stale', undefined, { current: await quoteAnswer(ctx, quote) });
  if (quoteActions(quote, ctx.user.privileges, isOwn(ctx, quote), ctx.today).includes(action)) return quote;
  const possible = quoteActions(quote, EVERYTHING, true, ctx.today).includes(action);
  throw possible ? new Failure('forbidden') : new Failure('conflict', impossible[action]);
}

const impossible: Partial<Record<QuoteAction, string>> = {
  save: 'Il preventivo è già stato emesso: creare una nuova revisione.',
  issue: 'Il preventivo è già stato emesso.',
  delete: 'Si possono eliminare solo le bozze.',
  revise: 'Questo preventivo non si può rivedere.',
  close: 'Si può chiudere solo un preventivo emesso.',
};

/** The quote as calls answer it: at the prices of today while it is a draft, as issued afterwards. */
export async function quoteAnswer(ctx: Ctx, quote: QuoteRecord, sheet?: PriceSheet): Promise<Quote> {
  const shown = quote.snapshot?.sheet ?? sheet ?? (await readSheet(ctx, quote.draft.versionId));
  return {
    id: quote.id,
    version: quote.version,
    number: quote.number,
    revision: quote.revision,
    state: stateOn(quote, ctx.today),
    superseded: quote.superseded,
    issuedAt: quote.issuedAt,
    expiresOn: quote.expiresOn,
    seller: { id: quote.sellerId, name: quote.seller },
    editable: quoteActions(quote, ctx.user.privileges, isOwn(ctx, quote), ctx.today).includes('save'),
    draft: quote.draft,
    sheet: visibleSheet(ctx, shown),
    closeReason: quote.closeReason,
    createdAt: quote.createdAt,
    updatedAt: quote.updatedAt,
  };
}
