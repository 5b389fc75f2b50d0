/** Pages of the company whose forms become leads. */
import { Failure } from '#domain/errors.ts';
import type { LeadPage, leadPageCalls, LeadPageInput, PageLeadInput } from '#domain/leads/pages.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import { leadTypes } from '#domain/leads/lead-types.ts';
import { keysOf } from '#domain/machine.ts';
import { purposes } from '#domain/privacy/terms.ts';
import type { Verbs } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { readHouse, wordedTexts } from '../lib/privacy-texts.ts';
import { byForm, closePage, onPage, openPage, openPages, shownPage, type Page } from '../lib/public-pages.ts';
import { keepForm, type Said } from './by-page.ts';
import { readIntakes } from './inbound.ts';

const PURPOSE = 'request';
type About = Omit<LeadPageInput, 'name'>;

const textsOf = (ctx: Ctx, { asks }: About) => wordedTexts(ctx, ['notice', ...(asks ? keysOf(purposes) : [])]);

async function shown(ctx: Ctx, { name, about }: Page<About>): Promise<LeadPage> {
  const texts = await textsOf(ctx, about);
  return {
    company: await readHouse(ctx),
    name,
    notice: texts.get('notice')!,
    consents: keysOf(purposes).flatMap((purpose) => {
      const text = texts.get(purpose);
      return text ? [{ purpose, ...text }] : [];
    }),
  };
}

/** Keeps a form; it is read when this is committed. Throws `invalid` when a text has changed since it was shown. */
async function receive(ctx: Ctx, { name: source, about }: Page<About>, body: PageLeadInput): Promise<void> {
  const texts = await textsOf(ctx, about);
  const notice = { purpose: 'notice' as const, given: true, channels: [], textId: body.shown };
  const said: Said[] = [notice, ...body.said];
  const twice = said.some(({ purpose }, at) => said.findIndex((one) => one.purpose === purpose) !== at);
  if (twice || said.some(({ purpose, textId }) => texts.get(purpose)?.id !== textId)) {
    const changed = 'Un testo sulla privacy è cambiato nel frattempo: rileggerlo e inviare di nuovo.';
    throw new Failure('invalid', changed, { fields: { shown: changed } });
  }
  const { name, phone, email, message, vehicle, key } = body;
  const { type, locationId } = about;
  if (await keepForm(ctx, source, key, { name, phone, email, message, vehicle, type, locationId, said }))
    await ctx.enqueue(readIntakes, { companyId: ctx.user.companyId });
  ctx.audit({ action: 'inbound', entity: leadMachine.entity, after: { source } });
}

/** What a page does, in Italian. */
async function whatOf({ db, user }: Ctx, { type, locationId, asks }: About): Promise<string> {
  const place =
    locationId !== null &&
    (await db
      .selectFrom('locations')
      .select('name')
      .where('companyId', '=', user.companyId)
      .where('id', '=', locationId)
      .executeTakeFirst());
  return [leadTypes[type], place && place.name, asks && 'con i consensi'].filter(Boolean).join(' · ');
}

export const leadPageVerbs: Verbs<typeof leadPageCalls> = {
  'GET /leads/pages': async (ctx) => {
    const pages = await openPages<About>(ctx, PURPOSE);
    return Promise.all(pages.map(async (page) => shownPage(ctx, PURPOSE, page, await whatOf(ctx, page.about))));
  },
  'POST /leads/pages': async (ctx, { body: { name, ...about } }) => {
    const page = await openPage<About>(ctx, PURPOSE, { name, about });
    const what = await whatOf(ctx, about);
    return shownPage(ctx, PURPOSE, page, what);
  },
  'POST /leads/pages/:pageId/close': (ctx, { params }) => closePage(ctx, PURPOSE, params.pageId),
  'GET /links/request': (call, { query }) => onPage<About, LeadPage>(call, PURPOSE, query.token, shown),
  'POST /links/request': (call, { body }) =>
    byForm<About, void>(call, PURPOSE, body.token, async (ctx, page) => {
      // A program that fills in the hidden field gets the same answer, and nothing is stored.
      if (body.website === '') await receive(ctx, page, body);
    }),
};
