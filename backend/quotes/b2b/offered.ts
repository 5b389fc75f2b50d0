import type { Offer, TraderOffer } from '#domain/quotes/offer.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import type { Ctx } from '#backend/lib/context.ts';
import { b2bHref } from '#backend/lib/links.ts';
import type { Offered } from '../offered.ts';
import { allThere } from './cars.ts';
import { b2bView } from './document.ts';
import { b2bMoves } from './moves.ts';
import { printedB2b, documentOf } from './print.ts';
import { readB2b, type B2bRecord } from './records.ts';

async function standing(ctx: Ctx, quote: B2bRecord): Promise<Offer['state']> {
  const state = b2bMachine.on(quote, ctx.today);
  if (quote.superseded) return 'superseded';
  if (state === 'issued') {
    const { draft, sellerId } = quote;
    const ids = draft.cars.map(({ carId }) => carId);
    return (await allThere(ctx, ids, { customerId: draft.customer!.id, sellerId })) ? 'open' : 'sold';
  }
  return state === 'accepted' || state === 'expired' ? state : 'over';
}

async function show(ctx: Ctx, quote: B2bRecord): Promise<Omit<TraderOffer, 'questions'>> {
  const view = b2bView(await documentOf(ctx, quote));
  return {
    ...view,
    kind: 'b2b_quote',
    revision: quote.revision,
    state: await standing(ctx, quote),
    customer: view.customer?.name ?? '',
  };
}

/** Wholesale offers to a trader, who buys the cars by accepting. */
export const b2bOffered: Offered = {
  printed: printedB2b,
  async read(ctx, id, options) {
    const quote = await readB2b(ctx, id, options);
    const { version, number, sellerId, customerName, vehicle } = quote;
    return {
      id,
      version,
      number,
      sellerId,
      customerName,
      href: b2bHref(id),
      about: [customerName, vehicle].filter(Boolean).join(' · '),
      show: () => show(ctx, quote),
    };
  },
  accept: b2bMoves['POST /quotes/b2b/:id/accept'],
};
