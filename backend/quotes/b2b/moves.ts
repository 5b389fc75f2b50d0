import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { b2bBlockers, b2bNumber } from '#domain/quotes/b2b/rules.ts';
import { expiryOf } from '#domain/quotes/rules.ts';
import { nextNumber } from '#backend/lib/counters.ts';
import type { Ctx } from '#backend/lib/context.ts';
import { moving, type Fill } from '#backend/lib/move.ts';
import { readTexts } from '../texts.ts';
import { columnsOf, derive, factsOf } from './derive.ts';
import { b2bKept, writeB2b, type B2bRecord, type B2bSnapshot } from './records.ts';

async function newNumber(ctx: Ctx): Promise<string> {
  const { year, number } = await nextNumber(ctx, 'b2b_quote');
  return b2bNumber(year, number);
}

/**
 * The revision that is issued takes the place of those before it. Throws `conflict` when one of them was accepted meanwhile: its cars
 * are sold.
 */
async function supersede(ctx: Ctx, { id, rootId }: B2bRecord): Promise<void> {
  const others = await ctx.db
    .selectFrom('b2bQuotes')
    .select(['id', 'version', 'state'])
    .where('companyId', '=', ctx.user.companyId)
    .where('rootId', '=', rootId)
    .where('id', '<>', id)
    .where('superseded', '=', false)
    .forUpdate()
    .execute();
  if (others.some(({ state }) => state === 'accepted'))
    throw new Failure('conflict', 'La revisione precedente è già accettata: annullare prima quell’accettazione.');
  for (const other of others) await writeB2b(ctx, other, { superseded: true });
}

/** With the stock of today: number, expiry, and the snapshot from which the offer is shown and printed from now on. */
const issue: Fill<B2bRecord> = async (ctx, quote) => {
  const derived = await derive(ctx, quote.draft, quote.rootId);
  const { draft, sheet, priced } = derived;
  const blockers = b2bBlockers(priced, draft);
  if (blockers.length > 0)
    throw new Failure('invalid', 'L’offerta non si può ancora emettere.', {
      fields: Object.fromEntries(blockers.toReversed().map(({ path, message }) => [path, message])),
    });
  await supersede(ctx, quote);
  const texts = await readTexts(ctx, { ...quote, footer: 'b2bFooter' });
  const snapshot: B2bSnapshot = { sheet, priced, texts };
  const number = quote.number ?? (await newNumber(ctx));
  const expiresOn = expiryOf(ctx.today, sheet.expiryDays);
  return {
    columns: {
      ...columnsOf(derived),
      number,
      expiresOn,
      issuedAt: ctx.now,
      snapshot: sql`${JSON.stringify(snapshot)}::jsonb`,
    },
    told: { after: { number, revision: quote.revision, expiresOn, ...factsOf(derived) } },
  };
};

/** In one order, whatever the offer's: two offers of the same cars wait for each other instead of both for ever. */
const carsOf = ({ snapshot }: B2bRecord) => snapshot!.priced.cars.toSorted((a, b) => a.carId - b.carId);

/** The stock sells the cars to the trader; it refuses what is not for sale any more. */
const accept: Fill<B2bRecord> = async (ctx, quote, { acceptedBy }) => {
  const { id: customerId, name: buyer } = quote.draft.customer!;
  const to = { channel: 'b2b', buyer, customerId, sellerId: quote.sellerId } as const;
  for (const { carId: id, price, regime } of carsOf(quote)) await ctx.emit('car.sold', { ...to, id, price, regime });
  return acceptedBy === undefined ? {} : { told: { before: {}, after: { acceptedBy } } };
};

async function giveBack(ctx: Ctx, quote: B2bRecord): Promise<void> {
  for (const { carId: id } of carsOf(quote)) await ctx.emit('car.unsold', { id });
}

const withdraw: Fill<B2bRecord> = async (ctx, quote) => {
  await giveBack(ctx, quote);
  return {};
};

const close: Fill<B2bRecord> = async (ctx, quote, { reason }) => {
  if (quote.state === 'accepted') await giveBack(ctx, quote);
  return { columns: { closeReason: reason }, told: { before: { closeReason: null }, after: { closeReason: reason } } };
};

const reopen: Fill<B2bRecord> = (_, { closeReason }) => ({
  columns: { closeReason: null },
  told: { before: { closeReason }, after: { closeReason: null } },
});

export const b2bMoves = moving(b2bKept, { issue, accept, withdraw, close, reopen });
