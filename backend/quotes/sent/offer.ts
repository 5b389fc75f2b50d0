import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { day } from '#domain/italian.ts';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import { MOST_QUESTIONS } from '#domain/quotes/limits.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx, PublicCtx } from '#backend/lib/work/context.ts';
import { followLink, noteOpened, type Link } from '#backend/lib/people/link.ts';
import { notify, type NewNotification } from '#backend/lib/people/notify.ts';
import { b2bOffered } from '../b2b/moves.ts';
import type { Held, Offered } from './held.ts';
import { quoteOffered } from './offered.ts';
import { pdfOf } from '#backend/documents/printed.ts';

type Table = typeof table;
/** Milliseconds within which two visits count as one. */
const VISIT_MS = 30 * 60_000;

const kinds = { quote: quoteOffered, b2b_quote: b2bOffered } as const satisfies Partial<
  Record<Link['purpose'], Offered>
>;
const opens = Object.keys(kinds) as (keyof typeof kinds)[];

/** The link of a token and the kind of its record. Throws as `followLink`. */
async function follow(call: PublicCtx, token: string) {
  const link = await followLink(call, opens, token);
  return { ...link, of: kinds[link.purpose as keyof typeof kinds] as Offered };
}

/** Runs `work` in the company of the link's record. Throws as `followLink`. */
async function inOffer<T>(
  call: PublicCtx,
  token: string,
  work: (ctx: Ctx, held: Held, link: Link & { of: Offered }) => Promise<T>,
) {
  const { companyId, ...link } = await follow(call, token);
  return call.asCompany(companyId, null, async (ctx) => work(ctx, await link.of.read(ctx, link.recordId), link));
}

const tell = (
  ctx: Ctx,
  { sellerId, about, href }: Held,
  told: Pick<NewNotification, 'kind' | 'title' | 'once'>,
  text = about,
) => notify(ctx, [sellerId], { ...told, text, href });

const questions = ({ db, user }: Ctx, { id }: Link) =>
  db
    .selectFrom('messages as m')
    .select((eb) => [
      ...(['m.body as text', 'm.createdAt as at'] as const),
      eb
        .selectFrom('messages as a')
        .select('a.body')
        .where('a.companyId', '=', user.companyId)
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
  inOffer(call, query.token, async (ctx, held, link) => ({
    ...(await held.show()),
    questions: (await questions(ctx, link)).map(({ answer, ...asked }) => ({
      ...asked,
      answer: answer?.replaceAll(LINK_PLACE, '').trim() ?? null,
    })),
  }));

const document: VerbOf<Table, 'GET /offers/document'> = async (call, { query }) => {
  const { companyId, recordId, of } = await follow(call, query.token);
  return pdfOf(of.printed, { files: call.files, inside: (work) => call.asCompany(companyId, null, work) }, recordId);
};

const opened: VerbOf<Table, 'POST /offers/opened'> = (call, { body }) =>
  inOffer(call, body.token, async (ctx, held, link) => {
    if (!(await noteOpened(ctx, link, new Date(ctx.now.getTime() - VISIT_MS)))) return;
    const { id, purpose: entity } = link;
    ctx.audit({ action: 'opened', entity, entityId: held.id });
    const told = { kind: 'quote_opened', title: `${held.number}: il cliente lo ha aperto` } as const;
    await tell(ctx, held, { ...told, once: `quote_opened:${id}` });
  });

/** The lead of a quote learns that its person wrote. */
async function tellLead({ db, user, emit }: Ctx, { purpose, recordId }: Link): Promise<void> {
  if (purpose !== 'quote') return;
  const quote = await db
    .selectFrom('quotes')
    .select('leadId')
    .where('companyId', '=', user.companyId)
    .where('id', '=', recordId)
    .executeTakeFirst();
  if (quote?.leadId) await emit('lead.wrote', { leadId: quote.leadId });
}

const question: VerbOf<Table, 'POST /offers/question'> = (call, { body: { token, text } }) =>
  inOffer(call, token, async (ctx, held, link) => {
    const { companyId } = ctx.user;
    const entity = link.purpose;
    if ((await questions(ctx, link)).length >= MOST_QUESTIONS)
      throw new Failure('conflict', 'Le domande sono già molte: telefonare al venditore.');
    await ctx.db
      .insertInto('messages')
      .values({
        companyId,
        entity,
        recordId: held.id,
        linkId: link.id,
        direction: 'in',
        channel: 'page',
        address: held.customerName ?? '',
        body: text,
        createdAt: ctx.now,
      })
      .execute();
    ctx.audit({ action: 'question', entity, entityId: held.id, before: {}, after: { question: text } });
    await tellLead(ctx, link);
    const title = `${held.number}: domanda del cliente`;
    await tell(ctx, held, { kind: 'quote_question', title }, text.slice(0, 300));
  });

const accept: VerbOf<Table, 'POST /offers/accept'> = (call, { body: { token, name } }) =>
  inOffer(call, token, async (ctx, { id }, { of }) => {
    // Locked, so that of two simultaneous acceptances the second is told that the offer is accepted, and learns nothing
    // else.
    const held = await of.read(ctx, id, { lock: true });
    await of.accept(ctx, { params: { id }, version: held.version, body: { acceptedBy: name } });
    const title = `${held.number}: accettato da ${name} il ${day(ctx.today)}`;
    await tell(ctx, held, { kind: 'quote_accepted', title });
  });

/** The verbs for holders of private links. */
export const offerVerbs = {
  'GET /offers': read,
  'GET /offers/document': document,
  'POST /offers/opened': opened,
  'POST /offers/question': question,
  'POST /offers/accept': accept,
};
