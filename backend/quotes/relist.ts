/** The list that a quote keeps after an edition is given up for today's, by one press, and taken back by another. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { quoteMachine, stateOn } from '#domain/quotes/rules.ts';
import { refusalOf } from '#domain/record/machine.ts';
import { jsonb } from '../db/jsonb.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { take } from '../lib/records/move.ts';
import { quoteCourse, type FormerList, type QuoteRecord } from './records.ts';
import { columnsOf, derive, factsOf } from './sheet/derive.ts';
import { relistedOn } from './sheet/list-day.ts';
import { drafts, renewed } from './write.ts';

type Table = typeof table;

/** From now on a draft is priced by today's list, though it could keep the one before. */
async function toToday(ctx: Ctx, { id, version }: Pick<QuoteRecord, 'id' | 'version'>) {
  const quote = await take(ctx, quoteCourse, { id, action: 'save', version });
  const before = await renewed(ctx, quote.draft, quote.rootId);
  const derived = await renewed(ctx, quote.draft, quote.rootId, false);
  const former: FormerList = {
    day: quote.priceDay,
    at: new Date(quote.pricedAt).toISOString(),
    optionIds: quote.draft.optionIds,
  };
  const formerList = jsonb(former);
  const facts = { before: factsOf(before), after: factsOf(derived) };
  await quoteCourse.write(ctx, quote, { ...columnsOf(derived), formerList }, facts);
  return quoteCourse.answer(ctx, id, derived);
}

/** Takes `toToday` back, for as long as nothing else was saved: then the options of then could undo somebody's work. */
const keepList: VerbOf<Table, 'DELETE /quotes/:id/relist'> = async (ctx, { params: { id }, version }) => {
  const quote = await take(ctx, quoteCourse, { id, action: 'save', version });
  const former = quote.formerList;
  if (!former)
    throw new Failure(
      'conflict',
      'La bozza è stata salvata dopo il passaggio: il listino di prima non si riprende più.',
    );
  const before = await derive(ctx, quote.draft, quote.rootId);
  // The day first: by it the sheet finds the list.
  await ctx.db
    .updateTable('quotes')
    .set({ priceDay: former.day, pricedAt: former.at })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  const derived = await renewed(ctx, { ...quote.draft, optionIds: former.optionIds }, quote.rootId);
  const columns = { ...columnsOf(derived), priceDay: former.day, pricedAt: former.at };
  await quoteCourse.write(ctx, quote, columns, { before: factsOf(before), after: factsOf(derived) });
  return quoteCourse.answer(ctx, id, derived);
};

/** Why a quote does not take today's list; null: it may, an issued one by a revision. */
async function whyNot(ctx: Ctx, quote: QuoteRecord): Promise<string | null> {
  const state = stateOn(quote, ctx.today);
  if (state === 'expired') return quoteMachine.moves.accept.refused.expired;
  if (state !== 'draft' && state !== 'issued') return 'Prendono il listino di oggi le bozze e i preventivi emessi.';
  const action = state === 'draft' ? 'save' : 'revise';
  const refusal = refusalOf(quoteMachine, quote, { ...ctx.user, today: ctx.today }, action);
  if (refusal) return refusal.message ?? 'Lo fa chi gestisce questo preventivo.';
  const { rows } = await sql<{
    isRelisted: boolean;
    begun: number | null;
  }>`select ${relistedOn(ctx.today)} as is_relisted,
      (select n.revision from quotes n where n.company_id = ${ctx.user.companyId} and n.root_id = q.root_id and n.revision > q.revision
        order by n.revision desc limit 1) as begun
    from quotes q where q.company_id = ${ctx.user.companyId} and q.id = ${quote.id}`.execute(ctx.db);
  const { isRelisted, begun } = rows[0]!;
  if (begun !== null) return `La revisione ${begun} è già in bozza: continuare da quella.`;
  return isRelisted ? null : 'Il listino non è cambiato.';
}

/** What today's list makes of one quote; nothing is written. */
async function relistOf(ctx: Ctx, id: number) {
  const quote = await quoteCourse.read(ctx, id);
  const { draft, rootId, snapshot } = quote;
  const refused = await whyNot(ctx, quote);
  const from = snapshot?.priced ?? (await renewed(ctx, draft, rootId)).priced;
  const to = refused === null ? (await renewed(ctx, draft, rootId, false)).priced : from;
  return { id, refused, from: from.keysInHand, to: to.keysInHand };
}

/** Before and after of each, in the order of the ids. Each is priced twice, in a transaction of its own. */
const readRelist: VerbOf<Table, 'GET /quotes/relist'> = async (ctx, { query: { ids } }) => {
  const quotes = [];
  for (const id of ids) quotes.push(await ctx.inside((within) => relistOf(within, id)));
  return { quotes };
};

/** A revision keeps the list of its quote like a draft; by today's it is the two presses in one. */
const revise: VerbOf<Table, 'POST /quotes/:id/revise'> = async (ctx, { params, body }) => {
  const made = await drafts['POST /quotes/:id/revise'](ctx, { params });
  return body.list === 'today' ? toToday(ctx, made) : made;
};

/** The verbs of quotes that change their list. */
export const relistVerbs = {
  'GET /quotes/relist': readRelist,
  'POST /quotes/:id/relist': (ctx: Ctx, { params: { id }, version }: { params: { id: number }; version: number }) =>
    toToday(ctx, { id, version }),
  'DELETE /quotes/:id/relist': keepList,
  'POST /quotes/:id/revise': revise,
};
