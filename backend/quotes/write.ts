import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { price } from '#domain/quotes/pricing.ts';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { begin, forgetStates, take } from '../lib/move.ts';
import { defaultLocation } from '../lib/places.ts';
import { writeWords } from '../lib/search.ts';
import { fallIfOutgrown } from './ask.ts';
import { columnsOf, derive, factsOf, renew, type Derived } from './derive.ts';
import { quoteAnswer, quoteKept, readQuote, type QuoteRecord } from './records.ts';
import { forgetRequests } from './requests.ts';

type Table = typeof table;

/** Adds a draft; `origin` is the quote it revises, whose number it keeps. */
async function insert(ctx: Ctx, derived: Derived, sellerId: number, origin?: QuoteRecord): Promise<number> {
  const { companyId } = ctx.user;
  const { id } = await ctx.db
    .insertInto('quotes')
    .values({
      companyId,
      sellerId,
      locationId: origin ? origin.locationId : await defaultLocation(ctx, sellerId),
      ...columnsOf(derived),
      number: origin?.number ?? null,
      revision: (origin?.revision ?? 0) + 1,
      rootId: origin?.rootId ?? null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!origin)
    await ctx.db
      .updateTable('quotes')
      .set({ rootId: id })
      .where('companyId', '=', companyId)
      .where('id', '=', id)
      .execute();
  await writeWords(ctx, 'quotes', [id]);
  await begin(ctx, quoteMachine, id);
  return id;
}

const answer = async (ctx: Ctx, id: number, { sheet }: Derived) => quoteAnswer(ctx, await readQuote(ctx, id), sheet);

export const create: VerbOf<Table, 'POST /quotes'> = async (ctx, { body }) => {
  const derived = await derive(ctx, body);
  const id = await insert(ctx, derived, ctx.user.id);
  ctx.audit({ action: 'create', entity: 'quote', entityId: id, after: factsOf(derived) });
  return answer(ctx, id, derived);
};

export const save: VerbOf<Table, 'PUT /quotes/:id'> = async (ctx, { params, body, version }) => {
  const quote = await take(ctx, quoteKept, { id: params.id, action: 'save', version });
  const derived = await derive(ctx, body, quote.rootId);
  // What the draft said before, at the prices of today: the audit then shows what the seller changed, not what the list did.
  const same = quote.draft.versionId === derived.sheet.version.id;
  const before = same
    ? { draft: quote.draft, sheet: derived.sheet, priced: price(quote.draft, derived.sheet) }
    : await derive(ctx, quote.draft, quote.rootId);
  await quoteKept.write(ctx, quote, columnsOf(derived));
  const fallen = await fallIfOutgrown(ctx, quote, derived);
  ctx.audit({
    action: 'update',
    entity: 'quote',
    entityId: quote.id,
    before: { ...factsOf(before), ...(fallen && { approval: null }) },
    after: { ...factsOf(derived), ...(fallen && { approval: fallen }) },
  });
  return answer(ctx, quote.id, derived);
};

/** Deletes a draft for good. */
export const remove: VerbOf<Table, 'DELETE /quotes/:id'> = async (ctx, { params, version }) => {
  const quote = await take(ctx, quoteKept, { id: params.id, action: 'delete', version });
  const { companyId } = ctx.user;
  await forgetRequests(ctx, { quoteId: quote.id });
  await forgetStates(ctx, quoteMachine, quote.id);
  await ctx.db.deleteFrom('quotes').where('companyId', '=', companyId).where('id', '=', quote.id).execute();
  await writeWords(ctx, 'quotes', [quote.id]);
  const { number, revision, customerName: customer, vehicle, keysInHand } = quote;
  ctx.audit({
    action: 'delete',
    entity: 'quote',
    entityId: quote.id,
    before: { number, revision, customer, vehicle, keysInHand },
  });
};

/**
 * A draft of a new revision at the prices of today under the same number. The offer stays what it is until the revision is issued.
 * Throws `conflict` where somebody has begun one.
 */
export const revise: VerbOf<Table, 'POST /quotes/:id/revise'> = async (ctx, { params }) => {
  const quote = await take(ctx, quoteKept, { id: params.id, action: 'revise' });
  const begun = await ctx.db
    .selectFrom('quotes')
    .select('revision')
    .where('companyId', '=', ctx.user.companyId)
    .where('rootId', '=', quote.rootId)
    .where('revision', '>', quote.revision)
    .executeTakeFirst();
  if (begun) throw new Failure('conflict', `La revisione ${begun.revision} è già in bozza: continuare da quella.`);
  const today = await derive(ctx, quote.draft, quote.rootId);
  const derived = await derive(ctx, renew(quote.draft, today.sheet), quote.rootId);
  const id = await insert(ctx, derived, quote.sellerId, quote);
  ctx.audit({
    action: 'revise',
    entity: 'quote',
    entityId: id,
    after: { number: quote.number, ...factsOf(derived) },
  });
  return answer(ctx, id, derived);
};

/** A new quote of the caller from this one, at the prices of today. */
export const duplicate: VerbOf<Table, 'POST /quotes/:id/duplicate'> = async (ctx, { params }) => {
  const quote = await take(ctx, quoteKept, { id: params.id, action: 'duplicate' });
  const today = await derive(ctx, quote.draft);
  const derived = await derive(ctx, renew(quote.draft, today.sheet));
  const id = await insert(ctx, derived, ctx.user.id);
  ctx.audit({
    action: 'duplicate',
    entity: 'quote',
    entityId: id,
    after: { from: quote.number, ...factsOf(derived) },
  });
  return answer(ctx, id, derived);
};
