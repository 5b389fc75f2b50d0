import { stateOn } from '#domain/quotes/rules.ts';
import type { Offer, QuoteOffer } from '#domain/quotes/offer.ts';
import type { Ctx } from '../lib/context.ts';
import { quoteHref } from '../lib/links.ts';
import { whereabouts } from '../lib/whereabouts.ts';
import { documentView } from './document.ts';
import { moves } from './moves.ts';
import type { Printed } from '../documents/printed.ts';
import { documentOf, printedQuote } from './print.ts';
import { quoteCourse, type QuoteRecord } from './records.ts';
import { whyGone } from './gone.ts';
import { readSeller } from './texts.ts';

/** A record that a private link opens. */
export interface Held {
  id: number;
  version: number;
  number: string | null;
  sellerId: number;
  customerName: string | null;
  /** Customer and car, for notifications. */
  about: string;
  href: string;
  /** The contents for the holder of the link. */
  show(): Promise<Shown>;
}
type Without<T> = T extends Offer ? Omit<T, 'questions'> : never;
type Shown = Without<Offer>;

/** A kind of record that a private link opens. */
export interface Offered {
  printed: Printed;
  read(ctx: Ctx, id: number, options?: { lock?: boolean }): Promise<Held>;
  /** Accepts the record. Throws `conflict` when it can no longer be accepted. */
  accept(ctx: Ctx, input: { params: { id: number }; version: number; body: { acceptedBy: string } }): Promise<unknown>;
}

type Told = Pick<Held, 'id' | 'version' | 'number' | 'sellerId' | 'customerName'> & { vehicle: string };

/** A quote or offer as a private link opens it. */
export const heldOf = (
  { id, version, number, sellerId, customerName, vehicle }: Told,
  href: string,
  show: Held['show'],
): Held => ({
  id,
  version,
  number,
  sellerId,
  customerName,
  href,
  about: [customerName, vehicle].filter(Boolean).join(' · '),
  show,
});

/** The state of an offer as its customer reads it. `isThere`: whether every car of an issued one can still be sold. */
export async function offerState(
  superseded: boolean,
  state: string,
  isThere: () => Promise<boolean>,
): Promise<Offer['state']> {
  if (superseded) return 'superseded';
  if (state === 'issued') return (await isThere()) ? 'open' : 'sold';
  return state === 'accepted' || state === 'expired' ? state : 'over';
}

async function show(ctx: Ctx, quote: QuoteRecord): Promise<Omit<QuoteOffer, 'questions'>> {
  // The document keeps the seller who issued it; the page names the one who follows it now.
  const data = { ...(await documentOf(ctx, quote)), seller: await readSeller(ctx, quote.sellerId) };
  const view = documentView(data);
  const paint = data.priced.options.find(({ kind }) => kind === 'colour');
  return {
    ...view,
    kind: 'quote',
    place: await whereabouts(ctx, quote.locationId),
    revision: quote.revision,
    state: await offerState(quote.superseded, stateOn(quote, ctx.today), async () => !(await whyGone(ctx, quote))),
    customer: view.customer?.name ?? '',
    vehicle: {
      ...view.vehicle,
      body: quote.snapshot!.sheet.model.body,
      paint: quote.snapshot!.sheet.options.find(({ id }) => id === paint?.id)?.colour ?? null,
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
