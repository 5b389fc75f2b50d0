import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { b2bEndpoints as table } from '#domain/quotes/b2b/endpoints.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import type { VerbOf } from '#backend/lib/bind.ts';
import { holds, type Ctx } from '#backend/lib/context.ts';
import { begin, forgetStates, take } from '#backend/lib/move.ts';
import { writeWords } from '#backend/lib/search.ts';
import { forgetRequests } from '../requests.ts';
import { fallIfOutgrown } from './ask.ts';
import { columnsOf, derive, factsOf, type B2bDerived } from './derive.ts';
import { b2bKept, type B2bRecord } from './records.ts';

type Table = typeof table;
const { entity } = b2bMachine;

/** Adds a draft; `origin` is the offer it revises, whose number it keeps. */
async function insert(ctx: Ctx, derived: B2bDerived, sellerId: number, origin?: B2bRecord): Promise<number> {
  const { companyId } = ctx.user;
  const { id } = await ctx.db
    .insertInto('b2bQuotes')
    .values({
      companyId,
      sellerId,
      ...columnsOf(derived),
      createdAt: ctx.now,
      updatedAt: ctx.now,
      number: origin?.number ?? null,
      revision: (origin?.revision ?? 0) + 1,
      rootId: origin?.rootId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!origin) {
    const own = ctx.db.updateTable('b2bQuotes').set({ rootId: id }).where('companyId', '=', companyId);
    await own.where('id', '=', id).execute();
  }
  await writeWords(ctx, 'b2bQuotes', [id]);
  await begin(ctx, b2bMachine, id);
  return id;
}

/** Who deals with traders makes offers only if they make quotes at all (screens.md §5). */
function checkMaker(ctx: Ctx): void {
  if (!holds(ctx, p.createQuotes)) throw new Failure('forbidden');
}

export const create: VerbOf<Table, 'POST /quotes/b2b'> = async (ctx, { body }) => {
  checkMaker(ctx);
  const derived = await derive(ctx, body);
  const id = await insert(ctx, derived, ctx.user.id);
  ctx.audit({ action: 'create', entity, entityId: id, after: factsOf(derived) });
  return b2bKept.answer(ctx, id);
};

export const save: VerbOf<Table, 'PUT /quotes/b2b/:id'> = async (ctx, { params, body, version }) => {
  const quote = await take(ctx, b2bKept, { id: params.id, action: 'save', version });
  const before = await derive(ctx, quote.draft);
  const derived = await derive(ctx, body, quote.rootId);
  await b2bKept.write(ctx, quote, columnsOf(derived));
  const fallen = await fallIfOutgrown(ctx, derived);
  ctx.audit({
    action: 'update',
    entity,
    entityId: quote.id,
    before: { ...factsOf(before), ...(fallen && { approval: null }) },
    after: { ...factsOf(derived), ...(fallen && { approval: fallen }) },
  });
  return b2bKept.answer(ctx, quote.id);
};

/** Deletes a draft for good. */
export const remove: VerbOf<Table, 'DELETE /quotes/b2b/:id'> = async (ctx, { params, version }) => {
  const {
    id,
    number,
    revision,
    customerName: customer,
    vehicle,
    total,
  } = await take(ctx, b2bKept, {
    id: params.id,
    action: 'delete',
    version,
  });
  await forgetRequests(ctx, { b2bQuoteId: id });
  await forgetStates(ctx, b2bMachine, id);
  await ctx.db.deleteFrom('b2bQuotes').where('companyId', '=', ctx.user.companyId).where('id', '=', id).execute();
  await writeWords(ctx, 'b2bQuotes', [id]);
  ctx.audit({ action: 'delete', entity, entityId: id, before: { number, revision, customer, vehicle, total } });
};

/**
 * A draft of a new revision with the stock of today under the same number. The offer stays what it is until the revision is issued.
 * Throws `conflict` where somebody has begun one.
 */
export const revise: VerbOf<Table, 'POST /quotes/b2b/:id/revise'> = async (ctx, { params }) => {
  const quote = await take(ctx, b2bKept, { id: params.id, action: 'revise' });
  const begun = await ctx.db
    .selectFrom('b2bQuotes')
    .select('revision')
    .where('companyId', '=', ctx.user.companyId)
    .where('rootId', '=', quote.rootId)
    .where('revision', '>', quote.revision)
    .executeTakeFirst();
  if (begun) throw new Failure('conflict', `La revisione ${begun.revision} è già in bozza: continuare da quella.`);
  const derived = await derive(ctx, quote.draft, quote.rootId);
  const id = await insert(ctx, derived, quote.sellerId, quote);
  ctx.audit({ action: 'revise', entity, entityId: id, after: { number: quote.number, ...factsOf(derived) } });
  return b2bKept.answer(ctx, id);
};

/** A new offer of the caller from this one, with the stock of today. */
export const duplicate: VerbOf<Table, 'POST /quotes/b2b/:id/duplicate'> = async (ctx, { params }) => {
  const quote = await take(ctx, b2bKept, { id: params.id, action: 'duplicate' });
  checkMaker(ctx);
  const derived = await derive(ctx, quote.draft);
  const id = await insert(ctx, derived, ctx.user.id);
  ctx.audit({ action: 'duplicate', entity, entityId: id, after: { from: quote.number, ...factsOf(derived) } });
  return b2bKept.answer(ctx, id);
};
