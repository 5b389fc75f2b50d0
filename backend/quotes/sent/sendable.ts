import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { day, money, telephone } from '#domain/italian.ts';
import { SOON_DAYS } from '#domain/quotes/limits.ts';
import { filled, mailDefaults } from '#domain/quotes/settings/mail-texts.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { quoteHref } from '#backend/lib/records/links.ts';
import { take } from '#backend/lib/records/move.ts';
import { readQuoteSettings } from '#backend/lib/records/params.ts';
import { unlinked } from '#backend/lib/files/unlinked.ts';
import { whyLost } from '../car/one-car.ts';
import { debitOf } from '../print/document-financing.ts';
import { printedQuote } from '../print/print.ts';
import { quoteCourse, type QuoteRecord } from '../records.ts';
import type { Outgoing, Sendable } from '#backend/documents/sending.ts';
import { readSeller } from '../print/texts.ts';
import type { Snapshot } from '../sheet/stored.ts';

/**
 * The suggested text of a mail about the quote, in the company's words: a reminder when the quote was sent before and
 * is about to expire.
 */
async function draftOf(ctx: Ctx, quote: QuoteRecord, sent: boolean) {
  const late = sent && quote.expiresOn !== null && quote.expiresOn <= addDays(ctx.today, SOON_DAYS);
  return worded(ctx, quote, late && quote.state === 'issued' ? 'reminder' : 'offer');
}

/** What is debited each month. */
const instalmentOf = ({ sheet, priced }: Pick<Snapshot, 'sheet' | 'priced'>): string =>
  debitOf({ priced, plan: sheet.plans.find(({ id }) => id === priced.offer?.planId) ?? null }) || '—';

/** One of the company's texts about an issued quote, filled in, with the customer's addresses. */
export async function worded(ctx: Ctx, quote: QuoteRecord, kind: 'offer' | 'reminder' | 'receipt') {
  const { texts, priced } = quote.snapshot!;
  const { company, customer } = texts;
  // The mail comes from the seller who follows the quote now; the document keeps the one who issued it.
  const seller = await readSeller(ctx, quote.sellerId);
  const settings = await readQuoteSettings(ctx.db, ctx.user.companyId, ctx.today);
  const said = (key: `${typeof kind}${'Subject' | 'Text'}`) =>
    filled(settings[key] || mailDefaults[key], {
      cliente: unlinked(customer?.name ?? 'cliente'),
      numero: quote.number ?? '',
      veicolo: unlinked(quote.vehicle),
      prezzo: money(priced.keysInHand),
      rata: instalmentOf(quote.snapshot!),
      scadenza: quote.expiresOn ? day(quote.expiresOn) : '—',
      venditore: seller.name,
      contatti: [seller.phone && telephone(seller.phone), seller.email].filter(Boolean).join(' · '),
      azienda: company.name,
    });
  return {
    to: customer?.email ?? '',
    phone: customer?.phone ?? '',
    subject: said(`${kind}Subject`).slice(0, 150),
    text: said(`${kind}Text`).slice(0, 4000),
  };
}

const outgoing = (quote: QuoteRecord): Outgoing => ({
  id: quote.id,
  rootId: quote.rootId,
  number: quote.number,
  sellerId: quote.sellerId,
  expiresOn: quote.expiresOn,
  phone: quote.contact?.phone ?? '',
  href: quoteHref(quote),
});

/** How quotes are sent. */
export const quoteSendable: Sendable = {
  entity: 'quote',
  table: 'quotes',
  page: '/offer',
  printed: printedQuote,
  read: async (ctx, id, options) => outgoing(await quoteCourse.read(ctx, id, options)),
  take: async (ctx, id) => {
    const quote = await take(ctx, quoteCourse, { id, action: 'send' });
    const lost = await whyLost(ctx, quote);
    if (lost) throw new Failure('conflict', `${lost}: il preventivo non si può più inviare.`);
    return outgoing(quote);
  },
  draft: async (ctx, id, sent) => {
    const quote = await quoteCourse.read(ctx, id);
    return quote.snapshot && draftOf(ctx, quote, sent);
  },
};
