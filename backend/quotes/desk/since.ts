import { differenceOf } from '#domain/quotes/desk/difference.ts';
import { repricedSince, repricedSinceSeen, type Reckoned, type SeenPrice } from '#domain/quotes/sheet/changes.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { totalOf } from '#domain/quotes/sheet/priced.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { derive } from '../sheet/derive.ts';
import { quoteCourse, type QuoteRecord } from '../records.ts';
import { readSheet } from '../sheet/sheet.ts';

type Table = typeof table;

/** A quote as it was issued, or a draft at today's prices, with its sheet and result. */
async function reckoned(ctx: Ctx, { draft, snapshot, rootId }: QuoteRecord): Promise<Reckoned> {
  if (snapshot) return { draft, sheet: snapshot.sheet, priced: snapshot.priced };
  const sheet = await readSheet(ctx, draft, rootId);
  return { draft, sheet, priced: price(draft, sheet) };
}

const difference: VerbOf<Table, 'GET /quotes/:id/difference'> = async (ctx, { params }) => {
  const quote = await quoteCourse.read(ctx, params.id);
  const before = await ctx.db
    .selectFrom('quotes')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('rootId', '=', quote.rootId)
    .where('revision', '<', quote.revision)
    .where('issuedAt', 'is not', null)
    .orderBy('revision', 'desc')
    .executeTakeFirst();
  if (!before) return { difference: null };
  const older = await quoteCourse.read(ctx, before.id);
  const told = differenceOf(await reckoned(ctx, older), await reckoned(ctx, quote));
  return { difference: { revision: older.revision, ...told } };
};

const today: VerbOf<Table, 'GET /quotes/:id/today'> = async (ctx, { params }) => {
  const quote = await quoteCourse.read(ctx, params.id);
  const { draft, snapshot, rootId, seen } = quote;
  if (!snapshot && !seen) return { repriced: null, total: null };
  const sheet = await readSheet(ctx, draft, rootId);
  const now = { draft, sheet, priced: price(draft, sheet) };
  if (!snapshot) return { repriced: repricedSinceSeen(seen as SeenPrice, now), total: null };
  const total = stateOn(quote, ctx.today) === 'expired' ? totalOf((await derive(ctx, draft, rootId)).priced) : null;
  return { repriced: repricedSince({ draft, sheet: snapshot.sheet, priced: snapshot.priced }, now), total };
};

/** The verbs about changes since a quote was issued. */
export const sinceVerbs = { 'GET /quotes/:id/difference': difference, 'GET /quotes/:id/today': today };
