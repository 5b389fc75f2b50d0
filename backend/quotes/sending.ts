import { Failure } from '#domain/errors.ts';
import { addDays } from '#domain/dates.ts';
import { day, money, telephone } from '#domain/italian.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { LINK_PLACE, SOON_DAYS } from '#domain/quotes/limits.ts';
import { filled, mailDefaults } from '#domain/quotes/mail-texts.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { openLink, revokeLinks } from '../lib/link.ts';
import { take } from '../lib/move.ts';
import { readQuoteSettings } from '../lib/params.ts';
import { messagesOf } from './letters.ts';
import { linkEnd, quoteMail, urlOf } from './mail.ts';
import { quoteKept, readQuote, type QuoteRecord } from './records.ts';

type Table = typeof table;
/** What a mail about the quote starts from, in the words of the company: another one when it was sent before and is about to expire. */
async function draftOf(ctx: Ctx, quote: QuoteRecord, sent: boolean) {
  const { texts, priced } = quote.snapshot!;
  const { seller, company, customer } = texts;
  const settings = await readQuoteSettings(ctx.db, ctx.user.companyId, ctx.today);
  const late = sent && quote.expiresOn !== null && quote.expiresOn <= addDays(ctx.today, SOON_DAYS);
  const [subject, text] = late
    ? (['reminderSubject', 'reminderText'] as const)
    : (['offerSubject', 'offerText'] as const);
  const worded = (key: typeof subject | typeof text) =>
    filled(settings[key] || mailDefaults[key], {
      cliente: customer?.name ?? 'cliente',
      numero: quote.number ?? '',
      veicolo: quote.vehicle,
      prezzo: money(priced.keysInHand),
      rata: priced.offer ? money(priced.offer.monthly) : '—',
      scadenza: quote.expiresOn ? day(quote.expiresOn) : '—',
      venditore: seller.name,
      contatti: [seller.phone && telephone(seller.phone), seller.email].filter(Boolean).join(' · '),
      azienda: company.name,
    });
  return {
    to: customer?.email ?? '',
    phone: customer?.phone ?? '',
    subject: worded(subject).slice(0, 150),
    text: worded(text).slice(0, 4000),
  };
}

const read: VerbOf<Table, 'GET /quotes/:id/sending'> = async (ctx, { params: { id } }) => {
  const quote = await readQuote(ctx, id);
  const links = await ctx.db
    .selectFrom('links')
    .select(['id', 'createdAt as at', 'expiresAt', 'revokedAt', 'opened', 'openedAt', 'lastOpenedAt'])
    .where('companyId', '=', ctx.user.companyId)
    .where('purpose', '=', 'quote')
    .where('recordId', '=', id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  const messages = await messagesOf(ctx, [id]);
  const sent = messages.some(({ direction }) => direction === 'out');
  return {
    draft: quote.snapshot ? await draftOf(ctx, quote, sent) : { to: '', phone: '', subject: '', text: '' },
    messages,
    links: links.map(({ revokedAt, ...link }) => ({ ...link, revoked: revokedAt !== null })),
  };
};

/** Throws `invalid` when there is no such question about any revision of the quote. */
async function checkQuestion({ db, user }: Ctx, { rootId }: QuoteRecord, id: number): Promise<void> {
  const { companyId } = user;
  const question = await db
    .selectFrom('messages as m')
    .innerJoin('quotes as q', (on) => on.onRef('q.companyId', '=', 'm.companyId').onRef('q.id', '=', 'm.recordId'))
    .select('m.id')
    .where('m.companyId', '=', companyId)
    .where('m.id', '=', id)
    .where('m.entity', '=', 'quote')
    .where('m.direction', '=', 'in')
    .where('q.rootId', '=', rootId)
    .executeTakeFirst();
  if (!question)
    throw new Failure('invalid', undefined, { fields: { answers: 'La domanda non è più di questo preventivo' } });
}

const send: VerbOf<Table, 'POST /quotes/:id/messages'> = async (ctx, { params: { id }, body }) => {
  const quote = await take(ctx, quoteKept, { id, action: 'send' });
  if (body.answers !== undefined) await checkQuestion(ctx, quote, body.answers);
  const { companyId, id: userId } = ctx.user;
  const { to, subject, link } = body;
  const bare = body.text.replaceAll(LINK_PLACE, '').trimEnd();
  const text = !link || body.text.includes(LINK_PLACE) ? body.text : `${body.text}\n\n${LINK_PLACE}`;
  const row = await ctx.db
    .insertInto('messages')
    .values({
      ...{ companyId, entity: 'quote', recordId: quote.id, direction: 'out', userId, createdAt: ctx.now },
      ...{ address: to, subject, body: link ? text : bare, answers: body.answers ?? null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.enqueue(quoteMail, { companyId, id: row.id });
  ctx.audit({ action: 'send', entity: 'quote', entityId: quote.id, before: {}, after: { to, subject } });
  return (await messagesOf(ctx, [id])).find((message) => message.id === row.id)!;
};

const link: VerbOf<Table, 'POST /quotes/:id/link'> = async (ctx, { params: { id }, body: { text } }) => {
  const quote = await take(ctx, quoteKept, { id, action: 'send' });
  const expiresAt = linkEnd(quote, ctx.today);
  const { id: linkId, token } = await openLink(ctx, { purpose: 'quote', recordId: quote.id, expiresAt });
  const { companyId, id: userId } = ctx.user;
  if (text !== undefined)
    await ctx.db
      .insertInto('messages')
      .values({
        ...{ companyId, entity: 'quote', recordId: quote.id, direction: 'out', channel: 'whatsapp', userId, linkId },
        ...{ address: quote.contact?.phone ?? '', body: text, createdAt: ctx.now, sentAt: ctx.now },
      })
      .execute();
  ctx.audit({ action: text === undefined ? 'link' : 'prepare', entity: 'quote', entityId: quote.id });
  return { url: urlOf(ctx, token), expiresAt: expiresAt.toISOString() };
};

const revoke: VerbOf<Table, 'DELETE /quotes/:id/link'> = async (ctx, { params: { id } }) => {
  const quote = await readQuote(ctx, id, { lock: true });
  await revokeLinks(ctx, 'quote', quote.id);
  ctx.audit({ action: 'link_revoked', entity: 'quote', entityId: quote.id });
};

/** How a quote goes to its customer. */
export const sendingVerbs = {
  'GET /quotes/:id/sending': read,
  'POST /quotes/:id/messages': send,
  'POST /quotes/:id/link': link,
  'DELETE /quotes/:id/link': revoke,
};
