import { sql, type Selectable } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { refusalOf } from '#domain/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { B2bDraft, B2bPriced, B2bSheet } from '#domain/quotes/b2b/priced.ts';
import { b2bMachine, b2bRights } from '#domain/quotes/b2b/rules.ts';
import type { B2bQuote } from '#domain/quotes/b2b/schema.ts';
import type { B2bState } from '#domain/quotes/b2b/terms.ts';
import type { CloseReason } from '#domain/quotes/terms.ts';
import type { B2bQuotes } from '#backend/db/types.gen.ts';
import { holds, type Ctx } from '#backend/lib/context.ts';
import { b2bHref } from '#backend/lib/links.ts';
import type { Kept } from '#backend/lib/move.ts';
import { checkVisible, type Owned } from '#backend/lib/scope.ts';
import { writeWords } from '#backend/lib/search.ts';
import { filled } from '../stored.ts';
import type { Texts } from '../texts.ts';
import { readB2bSheet, visibleB2bSheet } from './cars.ts';
import { readB2bDraft } from './derive.ts';

/** What an issued offer keeps for good; its margins are shown to who may see them, and printed nowhere. */
export interface B2bSnapshot {
  sheet: B2bSheet;
  priced: B2bPriced;
  texts: Texts;
}

/** A wholesale offer as stored, with its documents typed and the seller's name. */
export type B2bRecord = Omit<Selectable<B2bQuotes>, 'state' | 'draft' | 'snapshot' | 'closeReason'> & {
  state: B2bState;
  draft: B2bDraft;
  snapshot: B2bSnapshot | null;
  closeReason: CloseReason | null;
  seller: string;
};

/** Offers in queries that name them `q`. */
export const owned: Owned = { rights: b2bRights, company: 'q.company_id', owner: 'q.seller_id' };

/** A stored snapshot of any age. */
function readSnapshot(json: unknown): B2bSnapshot {
  const { sheet, priced, ...snapshot } = json as B2bSnapshot;
  const expense = { cars: priced.cars.length, printed: true };
  return {
    ...snapshot,
    sheet: {
      ...filled(sheet, { approval: null, services: [] }),
      cars: sheet.cars.map((car) => filled(car, { makerId: null, kw: null })),
    },
    priced: { ...priced, expenses: priced.expenses.map((row) => ({ ...expense, ...row })) },
  };
}

/** An offer that the caller may see. Throws `not_found` or `forbidden`; `lock` keeps it as it is until the transaction ends. */
export async function readB2b(ctx: Ctx, id: number, { lock = false } = {}): Promise<B2bRecord> {
  const row = await ctx.db
    .selectFrom('b2bQuotes as q')
    .innerJoin('users as u', (on) => on.onRef('u.companyId', '=', 'q.companyId').onRef('u.id', '=', 'q.sellerId'))
    .selectAll('q')
    .select('u.name as seller')
    .where('q.companyId', '=', ctx.user.companyId)
    .where('q.id', '=', id)
    .$if(lock, (query) => query.forUpdate('q'))
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  checkVisible(ctx, b2bRights, row.sellerId);
  return {
    ...row,
    state: row.state as B2bState,
    closeReason: row.closeReason as CloseReason | null,
    draft: readB2bDraft(row.draft),
    snapshot: row.snapshot === null ? null : readSnapshot(row.snapshot),
  };
}

/** Where the current revision is opened: the offer that holds before a revision that is being written. */
async function newestOf(ctx: Ctx, { rootId }: B2bRecord): Promise<string> {
  const { id } = await ctx.db
    .selectFrom('b2bQuotes')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('rootId', '=', rootId)
    .where('superseded', '=', false)
    .orderBy(sql`state = 'draft'`)
    .orderBy('revision', 'desc')
    .executeTakeFirstOrThrow();
  return b2bHref(id);
}

/** The offer as calls answer it. */
export async function b2bAnswer(ctx: Ctx, quote: B2bRecord): Promise<B2bQuote> {
  const { draft, snapshot } = quote;
  const sheet =
    snapshot?.sheet ??
    (await readB2bSheet(
      ctx,
      draft.cars.map(({ carId }) => carId),
      { customerId: draft.customer?.id ?? null, rootId: quote.rootId },
    ));
  const margin = holds(ctx, p.seeMargin) ? (snapshot?.priced.margin ?? null) : null;
  return {
    id: quote.id,
    version: quote.version,
    number: quote.number,
    revision: quote.revision,
    state: b2bMachine.on(quote, ctx.today),
    superseded: quote.superseded,
    newest: quote.superseded ? await newestOf(ctx, quote) : null,
    issuedAt: quote.issuedAt,
    expiresOn: quote.expiresOn,
    seller: { id: quote.sellerId, name: quote.seller },
    editable: refusalOf(b2bMachine, quote, { ...ctx.user, today: ctx.today }, 'save') === null,
    draft,
    href: b2bHref(quote.id),
    sheet: visibleB2bSheet(ctx, sheet) as B2bQuote['sheet'],
    priced: snapshot && ({ ...snapshot.priced, margin } as B2bQuote['priced']),
    closeReason: quote.closeReason,
    createdAt: quote.createdAt,
    updatedAt: quote.updatedAt,
  };
}

/** Changes columns of an offer, which then is a new version, and its words. */
export async function writeB2b(
  ctx: Ctx,
  { id, version }: Pick<B2bRecord, 'id' | 'version'>,
  columns: object,
): Promise<void> {
  await ctx.db
    .updateTable('b2bQuotes')
    .set({ ...columns, version: version + 1, updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  await writeWords(ctx, 'b2bQuotes', [id]);
}

/** Offers as the mover keeps them. */
export const b2bKept: Kept<typeof b2bMachine, B2bRecord, B2bQuote> = {
  machine: b2bMachine,
  lock: (ctx, id) => readB2b(ctx, id, { lock: true }),
  write: writeB2b,
  answer: async (ctx, id) => b2bAnswer(ctx, await readB2b(ctx, id)),
};
