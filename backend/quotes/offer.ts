import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { day } from '#domain/italian.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import { LINK_PLACE, MOST_QUESTIONS } from '#domain/quotes/limits.ts';
import type { Offer } from '#domain/quotes/sending.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx, PublicCtx } from '../lib/context.ts';
import { followLink, type Link } from '../lib/link.ts';
import { quoteHref } from '../lib/links.ts';
import { notify, type Told } from '../lib/notify.ts';
import { documentView } from './document-view.ts';
import { moves } from './moves.ts';
import { pdfOf } from './paper.ts';
import { documentOf, quotePaper } from './print.ts';
import { readQuote, type QuoteRecord } from './records.ts';
import { whyGone } from './used-car.ts';

type Table = typeof table;
/** Two visits within this are one. */
const VISIT_MS = 30 * 60_000;

/** Runs `work` in the company of the link's quote. Throws as `followLink`. */
async function inOffer<T>(
  call: PublicCtx,
  token: string,
  work: (ctx: Ctx, quote: QuoteRecord, link: Link) => Promise<T>,
) {
  const { companyId, ...link } = await followLink(call, 'quote', token);
  return call.asCompany(companyId, null, async (ctx) => work(ctx, await readQuote(ctx, link.recordId), link));
}

const tell = (ctx: Ctx, quote: QuoteRecord, told: Pick<Told, 'kind' | 'title' | 'once'>, text = '') =>
  notify(ctx, [quote.sellerId], {
    ...told,
    text: text || [quote.customerName, quote.vehicle].filter(Boolean).join(' · '),
    href: quoteHref(quote),
  });

async function standing(ctx: Ctx, quote: QuoteRecord): Promise<Offer['state']> {
  const state = stateOn(quote, ctx.today);
  if (quote.superseded) return 'superseded';
  if (state === 'issued' && quote.stockId !== null && (await whyGone(ctx, quote.stockId))) return 'sold';
  if (state === 'issued') return 'open';
  return state === 'accepted' || state === 'expired' ? state : 'over';
}

const questions = ({ db, user }: Ctx, { id }: Link) =>
  db
    .selectFrom('messages as m')
    .select((eb) => [
      ...(['m.body as text', 'm.createdAt as at'] as const),
      eb
        .selectFrom('messages as a')
        .select('a.body')
        .whereRef('a.companyId', '=', 'm.companyId')
        .whereRef('a.answers', '=', 'm.id')
        .orderBy('a.id', 'desc')
        .limit(1)
        .as('answer'),
    ])
    .where('m.companyId', '=', user.companyId)
    .where('m.linkId', '=', id)
    .where('m.direction', '=', 'in')
    .orderBy('m.id')
    .execute();

const read: VerbOf<Table, 'GET /offers'> = (call, { query }) =>
  inOffer(call, query.token, async (ctx, quote, link) => {
    const data = await documentOf(ctx, quote);
    const view = documentView(data);
    const paint = data.priced.options.find(({ kind }) => kind === 'colour');
    return {
      ...view,
      revision: quote.revision,
      state: await standing(ctx, quote),
      customer: view.customer?.name ?? '',
      vehicle: {
        ...view.vehicle,
        body: quote.snapshot!.sheet.model.body,
        paint: quote.snapshot!.sheet.options.find(({ id }) => id === paint?.id)?.colour ?? null,
      },
      questions: (await questions(ctx, link)).map(({ answer, ...asked }) => ({
        ...asked,
        answer: answer?.replaceAll(LINK_PLACE, '').trim() ?? null,
      })),
    };
  });

const document: VerbOf<Table, 'GET /offers/document'> = async (call, { query }) => {
  const { companyId, recordId } = await followLink(call, 'quote', query.token);
  return pdfOf(quotePaper, { files: call.files, inside: (work) => call.asCompany(companyId, null, work) }, recordId);
};

const opened: VerbOf<Table, 'POST /offers/opened'> = (call, { body }) =>
  inOffer(call, body.token, async (ctx, quote, { id }) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('links')
      .set((eb) => ({
        opened: eb('opened', '+', 1),
        openedAt: eb.fn.coalesce('openedAt', eb.val(ctx.now.toISOString())),
        lastOpenedAt: ctx.now,
      }))
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('lastOpenedAt', 'is', null),
          eb('lastOpenedAt', '<', new Date(ctx.now.getTime() - VISIT_MS).toISOString()),
        ]),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    ctx.audit({ action: 'opened', entity: 'quote', entityId: quote.id });
    const told = { kind: 'quote_opened', title: `${quote.number}: il cliente lo ha aperto` } as const;
    await tell(ctx, quote, { ...told, once: `quote_opened:${id}` });
  });

const question: VerbOf<Table, 'POST /offers/question'> = (call, { body: { token, text } }) =>
  inOffer(call, token, async (ctx, quote, link) => {
    const { companyId } = ctx.user;
    if ((await questions(ctx, link)).length >= MOST_QUESTIONS)
      throw new Failure('conflict', 'Le domande sono già molte: telefonare al venditore.');
    await ctx.db
      .insertInto('messages')
      .values({
        ...{ companyId, entity: 'quote', recordId: quote.id, linkId: link.id, direction: 'in', channel: 'page' },
        ...{ address: quote.customerName ?? '', body: text, createdAt: ctx.now },
      })
      .execute();
    ctx.audit({ action: 'question', entity: 'quote', entityId: quote.id, before: {}, after: { question: text } });
    await tell(
      ctx,
      quote,
      { kind: 'quote_question', title: `${quote.number}: domanda del cliente` },
      text.slice(0, 300),
    );
  });

const accept: VerbOf<Table, 'POST /offers/accept'> = (call, { body: { token, name } }) =>
  inOffer(call, token, async (ctx, quote) => {
    const { id } = quote;
    // Locked: of two presses the second one hears that it is accepted, and nothing of the record.
    const { version } = await readQuote(ctx, id, { lock: true });
    await moves['POST /quotes/:id/accept'](ctx, { params: { id }, version, body: { acceptedBy: name } });
    const title = `${quote.number}: accettato da ${name} il ${day(ctx.today)}`;
    await tell(ctx, quote, { kind: 'quote_accepted', title });
  });

/** What the holder of a private link does with a quote. */
export const offerVerbs = {
  'GET /offers': read,
  'GET /offers/document': document,
  'POST /offers/opened': opened,
  'POST /offers/question': question,
  'POST /offers/accept': accept,
};
