import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { price } from '#domain/quotes/pricing.ts';
import { expiryOf, issueBlockers, quoteNumber } from '#domain/quotes/rules.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { columnsOf, derive, factsOf, renew, type Derived } from './derive.ts';
import { quoteAnswer, readQuote, takeQuote, type QuoteRecord, type Snapshot } from './records.ts';
import { keptSheet } from './sheet.ts';
import { readTexts } from './texts.ts';

type Table = typeof table;
const jsonb = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`;

/** Adds a draft; `origin` is the quote it revises, whose number it keeps. */
async function insert(ctx: Ctx, derived: Derived, sellerId: number, origin?: QuoteRecord): Promise<number> {
  const { companyId } = ctx.user;
  const { id } = await ctx.db
    .insertInto('quotes')
    .values({
      companyId,
      sellerId,
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
  return id;
}

/** Changes columns of a quote that this transaction holds; gives it the next version. */
async function change(ctx: Ctx, quote: QuoteRecord, columns: object): Promise<void> {
  await ctx.db
    .updateTable('quotes')
    .set({ ...columns, version: quote.version + 1, updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', quote.id)
    .execute();
}

const answer = async (ctx: Ctx, id: number, { sheet }: Derived) => quoteAnswer(ctx, await readQuote(ctx, id), sheet);

export const create: VerbOf<Table, 'POST /quotes'> = async (ctx, { body }) => {
  const derived = await derive(ctx, body);
  const id = await insert(ctx, derived, ctx.user.id);
  await ctx.audit({ action: 'create', entity: 'quote', entityId: id, after: factsOf(derived) });
  return answer(ctx, id, derived);
};

export const save: VerbOf<Table, 'PUT /quotes/:id'> = async (ctx, { params, body, version }) => {
  const quote = await takeQuote(ctx, params.id, 'save', version);
  const derived = await derive(ctx, body);
  // What the draft said before, at the prices of today: the audit then shows what the seller changed, not what the list did.
  const same = quote.draft.versionId === derived.sheet.version.id;
  const before = same
    ? { draft: quote.draft, sheet: derived.sheet, priced: price(quote.draft, derived.sheet) }
    : await derive(ctx, quote.draft);
  await change(ctx, quote, columnsOf(derived));
  await ctx.audit({
    action: 'update',
    entity: 'quote',
    entityId: quote.id,
    before: factsOf(before),
    after: factsOf(derived),
  });
  return answer(ctx, quote.id, derived);
};

/** Deletes a draft for good; a draft that revised a quote gives it back its place in the list. */
export const remove: VerbOf<Table, 'DELETE /quotes/:id'> = async (ctx, { params, version }) => {
  const quote = await takeQuote(ctx, params.id, 'delete', version);
  const { companyId } = ctx.user;
  await ctx.db.deleteFrom('quotes').where('companyId', '=', companyId).where('id', '=', quote.id).execute();
  if (quote.revision > 1)
    await ctx.db
      .updateTable('quotes')
      .set((eb) => ({ superseded: false, version: eb('version', '+', 1), updatedAt: ctx.now }))
      .where('companyId', '=', companyId)
      .where('rootId', '=', quote.rootId)
      .where('revision', '=', quote.revision - 1)
      .execute();
  const { number, revision, customerName: customer, vehicle, keysInHand } = quote;
  await ctx.audit({
    action: 'delete',
    entity: 'quote',
    entityId: quote.id,
    before: { number, revision, customer, vehicle, keysInHand },
  });
};

/** The next number of the company's year; its row stays locked until the quote is committed, so none is skipped or given twice. */
async function nextNumber(ctx: Ctx): Promise<string> {
  const year = Number(ctx.today.slice(0, 4));
  const { rows } = await sql<{
    last: number;
  }>`insert into quote_numbers as n (company_id, year, last) values (${ctx.user.companyId}, ${year}, 1)
    on conflict (company_id, year) do update set last = n.last + 1 returning last`.execute(ctx.db);
  return quoteNumber(year, rows[0]!.last);
}

/** Issues a draft at the prices of today: number, expiry, and the snapshot from which it is shown and printed from now on. */
export const issue: VerbOf<Table, 'POST /quotes/:id/issue'> = async (ctx, { params, version }) => {
  const quote = await takeQuote(ctx, params.id, 'issue', version);
  const derived = await derive(ctx, quote.draft);
  const { draft, sheet, priced } = derived;
  const blockers = issueBlockers(priced, draft);
  if (blockers.length > 0)
    throw new Failure('invalid', 'Il preventivo non si può ancora emettere.', {
      fields: Object.fromEntries(blockers.toReversed().map(({ path, message }) => [path, message])),
    });
  const texts = await readTexts(ctx, quote.sellerId, draft.customer?.id ?? null);
  const snapshot: Snapshot = { sheet: keptSheet(sheet, draft, priced), priced: { ...priced, margin: null }, texts };
  const number = quote.number ?? (await nextNumber(ctx));
  const expiresOn = expiryOf(ctx.today, sheet.params.expiryDays);
  await change(ctx, quote, {
    ...columnsOf(derived),
    number,
    state: 'issued',
    issuedAt: ctx.now,
    expiresOn,
    snapshot: jsonb(snapshot),
  });
  const facts = { number, revision: quote.revision, expiresOn, ...factsOf(derived) };
  await ctx.audit({ action: 'issue', entity: 'quote', entityId: quote.id, after: facts });
  return answer(ctx, quote.id, derived);
};

/** A new revision at the prices of today under the same number; the old one becomes history. */
export const revise: VerbOf<Table, 'POST /quotes/:id/revise'> = async (ctx, { params }) => {
  const quote = await takeQuote(ctx, params.id, 'revise');
  const today = await derive(ctx, quote.draft);
  const derived = await derive(ctx, renew(quote.draft, today.sheet));
  const id = await insert(ctx, derived, quote.sellerId, quote);
  await change(ctx, quote, { superseded: true });
  await ctx.audit({
    action: 'revise',
    entity: 'quote',
    entityId: id,
    after: { number: quote.number, ...factsOf(derived) },
  });
  return answer(ctx, id, derived);
};

/** A new quote of the caller from this one, at the prices of today. */
export const duplicate: VerbOf<Table, 'POST /quotes/:id/duplicate'> = async (ctx, { params }) => {
  const quote = await takeQuote(ctx, params.id, 'duplicate');
  const today = await derive(ctx, quote.draft);
  const derived = await derive(ctx, renew(quote.draft, today.sheet));
  const id = await insert(ctx, derived, ctx.user.id);
  await ctx.audit({
    action: 'duplicate',
    entity: 'quote',
    entityId: id,
    after: { from: quote.number, ...factsOf(derived) },
  });
  return answer(ctx, id, derived);
};

export const close: VerbOf<Table, 'POST /quotes/:id/close'> = async (ctx, { params, body: { reason }, version }) => {
  const quote = await takeQuote(ctx, params.id, 'close', version);
  await change(ctx, quote, { state: 'closed', closeReason: reason });
  const before = { state: quote.state, closeReason: null };
  await ctx.audit({
    action: 'close',
    entity: 'quote',
    entityId: quote.id,
    before,
    after: { state: 'closed', closeReason: reason },
  });
  return quoteAnswer(ctx, await readQuote(ctx, quote.id));
};
