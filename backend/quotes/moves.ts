import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { discountFacts, isPast } from '#domain/quotes/approvals/caps.ts';
import { expiryOf, issueBlockers, limitsOf } from '#domain/quotes/rules.ts';
import type { Ctx } from '../lib/work/context.ts';
import { nextNumber } from '../lib/records/counters.ts';
import { moving, type Fill } from '../lib/records/move.ts';
import { supersede } from '../lib/records/revisions.ts';
import { retakeOfCampaigns, takeOfCampaigns } from './campaigns/uses.ts';
import { columnsOf, derive, factsOf } from './sheet/derive.ts';
import { quoteCourse, type QuoteRecord } from './records.ts';
import { visibleSheet } from './sheet/sheet.ts';
import { snapshotOf } from './sheet/snapshot.ts';
import { readApproval } from './approvals/stored-approval.ts';
import { peopleOf, readTexts } from './print/texts.ts';
import { acceptCar, carOf, whyGone } from './car/one-car.ts';
import { dropReceipt, sendReceipt } from './sent/receipt.ts';

/** An earlier revision that has become a contract prevents issuing. */
const converted = {
  state: 'converted',
  sentence: 'Il preventivo è già in contratto: la revisione non si può emettere.',
};

/**
 * Issues at today's prices: number, expiry, and the snapshot from which the quote is shown and printed from now on.
 * Throws `conflict` when the caller saw other prices.
 */
const issue: Fill<QuoteRecord> = async (ctx, quote, { sheet: seen }) => {
  const derived = await derive(ctx, quote.draft, quote.rootId);
  const { draft, sheet, priced } = derived;
  if (seen !== undefined && seen !== visibleSheet(ctx, sheet).hash)
    throw new Failure('conflict', 'I prezzi sono cambiati: rivedere il preventivo prima di emetterlo.');
  const limits = limitsOf(sheet);
  // A request counts only beyond the limits.
  const isBeyond = isPast(discountFacts(draft, priced, limits.cap), limits);
  const approval = isBeyond ? await readApproval(ctx, 'quotes', quote.rootId) : null;
  const blockers = issueBlockers(priced, draft, { ...limits, approval });
  if (blockers.length > 0)
    throw new Failure('invalid', 'Il preventivo non si può ancora emettere.', {
      fields: Object.fromEntries(blockers.toReversed().map(({ path, message }) => [path, message])),
    });
  await supersede(ctx, quoteCourse.of, quote, converted);
  await takeOfCampaigns(ctx, quote, derived);
  // The revision may replace an accepted one: a car that it no longer names becomes free.
  await ctx.emit('car.released', { quoteId: quote.rootId!, except: carOf(columnsOf(derived)) });
  const texts = await readTexts(ctx, peopleOf({ ...quote, draft }));
  const snapshot = snapshotOf(derived, texts);
  const number = quote.number ?? (await nextNumber(ctx, 'quote'));
  const expiresOn = expiryOf(ctx.today, sheet.params.expiryDays);
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

/** Ends everything that the customer's acceptance has caused. */
async function takeBack(ctx: Ctx, quote: QuoteRecord): Promise<void> {
  await ctx.emit('car.released', { quoteId: quote.rootId!, except: null });
  await dropReceipt(ctx, quote);
}

const withdraw: Fill<QuoteRecord> = async (ctx, quote) => {
  await takeBack(ctx, quote);
  return {};
};

const close: Fill<QuoteRecord> = async (ctx, quote, { reason }) => {
  await takeBack(ctx, quote);
  return { columns: { closeReason: reason }, told: { before: { closeReason: null }, after: { closeReason: reason } } };
};

const reopen: Fill<QuoteRecord> = async (ctx, quote) => {
  await retakeOfCampaigns(ctx, quote);
  const { closeReason } = quote;
  return { columns: { closeReason: null }, told: { before: { closeReason }, after: { closeReason: null } } };
};

/**
 * Accepts; through a private link the customer accepts under a typed name. The car of the stock is held, and the
 * customer gets a receipt. Throws `conflict` when the car is sold.
 */
const accept: Fill<QuoteRecord> = async (ctx, quote, { acceptedBy }) => {
  const gone = await whyGone(ctx, quote);
  if (gone) throw new Failure('conflict', `${gone}: non si può più accettare il preventivo.`);
  await acceptCar(ctx, quote);
  await sendReceipt(ctx, quote);
  return acceptedBy === undefined ? {} : { told: { before: {}, after: { acceptedBy } } };
};

export const moves = moving(quoteCourse, { issue, accept, withdraw, close, reopen });
