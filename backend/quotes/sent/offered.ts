import { stateOn } from '#domain/quotes/rules.ts';
import type { QuoteOffer } from '#domain/quotes/sent/offer.ts';
import type { TradeIn } from '#domain/quotes/schema.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { quoteHref } from '#backend/lib/records/links.ts';
import { whereabouts } from '#backend/lib/people/whereabouts.ts';
import { documentView } from '../print/document.ts';
import { heldOf, offerState, type Offered } from './held.ts';
import { moves } from '../moves.ts';
import { documentOf, printedQuote } from '../print/print.ts';
import { quoteCourse, type QuoteRecord } from '../records.ts';
import { whyLost } from '../car/one-car.ts';
import { readSeller } from '../print/texts.ts';

/** The trade-in as its owner calls it, and the plate beside it. */
const tradeInName = ({ type, description, plate }: TradeIn): string =>
  [`${type === 'scrapping' ? 'Rottamazione' : 'Permuta'}: ${description || 'la vostra auto'}`, plate]
    .filter(Boolean)
    .join(', targa ');

async function show(ctx: Ctx, quote: QuoteRecord): Promise<Omit<QuoteOffer, 'questions'>> {
  // The document keeps the seller who issued it; the page names the one who follows it now.
  const data = { ...(await documentOf(ctx, quote)), seller: await readSeller(ctx, quote.sellerId) };
  const view = documentView(data);
  const isLost = (await whyLost(ctx, quote)) !== null;
  const state = await offerState(quote.superseded, stateOn(quote, ctx.today), async () => true);
  const paid = data.priced.rows.filter(({ no }) => no > 13);
  return {
    ...view,
    kind: 'quote',
    seller: data.seller,
    payment: view.payment.map((row, at) => {
      const [, index] = /^tradeIn-(\d+)$/.exec(paid[at]!.key) ?? [];
      return index === undefined ? row : { ...row, label: tradeInName(data.tradeIns[Number(index)]!) };
    }),
    place: await whereabouts(ctx, quote.locationId),
    revision: quote.revision,
    state: isLost && (state === 'open' || state === 'accepted') ? 'sold' : state,
    customer: view.customer?.name ?? '',
    vehicle: {
      ...view.vehicle,
      body: quote.snapshot!.sheet.model.body,
      paint: data.look.paint,
    },
  };
}

/** How quotes open by a private link. */
export const quoteOffered: Offered = {
  printed: printedQuote,
  async read(ctx, id, options) {
    const quote = await quoteCourse.read(ctx, id, options);
    return heldOf(quote, quoteHref(quote), () => show(ctx, quote));
  },
  accept: moves['POST /quotes/:id/accept'],
};
