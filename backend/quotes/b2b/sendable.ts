import { day, money } from '#domain/italian.ts';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import type { Sending } from '#domain/documents/sending.ts';
import { b2bHref } from '#backend/lib/links.ts';
import { take } from '#backend/lib/move.ts';
import type { Outgoing, Sendable } from '#backend/documents/sending.ts';
import { printedB2b } from './print.ts';
import { b2bKept, readB2b, type B2bRecord } from './records.ts';

const outgoing = (quote: B2bRecord): Outgoing => ({
  id: quote.id,
  rootId: quote.rootId,
  number: quote.number,
  sellerId: quote.sellerId,
  expiresOn: quote.expiresOn,
  phone: quote.snapshot?.texts.customer?.phone ?? '',
  href: b2bHref(quote.id),
});

/** What a mail about the offer starts from. */
function draftOf({ number, vehicle, snapshot, carCount, expiresOn }: B2bRecord): Sending['draft'] | null {
  if (!snapshot) return null;
  const { seller, company, customer } = snapshot.texts;
  const what = carCount === 1 ? vehicle : `${carCount} auto (${vehicle})`;
  const contact = [seller.name, company.name, [seller.phone, seller.email].filter(Boolean).join(' · ')];
  return {
    to: customer?.email ?? '',
    phone: customer?.phone ?? '',
    subject: `Offerta ${number} – ${vehicle}`.slice(0, 150),
    text: [
      `Gentile ${customer?.name ?? 'cliente'},`,
      `ecco l’offerta ${number} per ${what}: ${money(snapshot.priced.total)} in tutto, valida fino al ${day(expiresOn!)} salvo venduto.`,
      'Prezzi, regime IVA e totali sono nel documento allegato.',
      `Si può leggere, accettare o commentare qui:\n${LINK_PLACE}`,
      ['Cordiali saluti', ...contact].join('\n'),
    ].join('\n\n'),
  };
}

/** Wholesale offers on their way. */
export const b2bSendable: Sendable = {
  entity: 'b2b_quote',
  table: 'b2b_quotes',
  page: '/offer',
  printed: printedB2b,
  read: async (ctx, id, options) => outgoing(await readB2b(ctx, id, options)),
  take: async (ctx, id) => outgoing(await take(ctx, b2bKept, { id, action: 'send' })),
  draft: async (ctx, id) => draftOf(await readB2b(ctx, id)),
};
