/** Pages of the company whose forms become leads. */
import { Failure } from '#domain/errors.ts';
import type { LeadPage, leadPageCalls, LeadPageInput, PageLeadInput } from '#domain/leads/pages.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import { leadTypes } from '#domain/leads/lead-types.ts';
import { keysOf } from '#domain/record/machine.ts';
import { WAIT_MINUTES } from '#domain/public-pages.ts';
import { purposes } from '#domain/privacy/terms.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { nameOf, newCode } from '../lib/people/page-codes.ts';
import {
  dropForm,
  keepWaiting,
  sentBefore,
  settleForm,
  takeForm,
  waitingForms,
  type Page,
  type PageForm,
} from '../lib/people/page-forms.ts';
import { readHouse, wordedTexts } from '../lib/people/privacy-texts.ts';
import {
  addressOf,
  byCode,
  byForm,
  closePage,
  onPage,
  openPage,
  openPages,
  shownPage,
} from '../lib/people/public-pages.ts';
import { keepForm, type Said, type Wrote } from './by-page.ts';
import { readIntakes } from './inbound.ts';

const REQUEST = 'request';
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

/** Throws `invalid` when a text has changed since it was shown. */
async function checkTexts(ctx: Ctx, about: About, said: readonly Said[]): Promise<void> {
  const texts = await textsOf(ctx, about);
  const twice = said.some(({ purpose }, at) => said.findIndex((one) => one.purpose === purpose) !== at);
  if (!twice && said.every(({ purpose, textId }) => texts.get(purpose)?.id === textId)) return;
  const changed = 'Un testo sulla privacy è cambiato nel frattempo: rileggerlo e inviare di nuovo.';
  throw new Failure('invalid', changed, { fields: { shown: changed } });
}

/** Keeps a form apart until its address or number is confirmed, and makes the code; sent again it is the same one. */
async function hold(ctx: Ctx, page: Page<About>, body: PageLeadInput) {
  const { name, phone, email, message, vehicle, key } = body;
  const { type, locationId } = page.about;
  const notice = { purpose: 'notice' as const, given: true, channels: [], textId: body.shown };
  const said: Said[] = [notice, ...body.said];
  await checkTexts(ctx, page.about, said);
  const before = await sentBefore<Wrote>(ctx, page, key);
  if (before && before.settledAs !== null) return { answer: {}, form: nameOf(ctx.config, before.id), code: null };
  const form: Wrote = { name, phone, email, message, vehicle, type, locationId, said };
  const id = await keepWaiting(ctx, page, REQUEST, { key, form, minutes: WAIT_MINUTES }, before);
  const wait = nameOf(ctx.config, id);
  const code = await newCode(ctx, id, {
    before,
    changed: before?.form.email !== email || before.form.phone !== phone,
    email,
    phone,
    what: 'la sua richiesta',
    isHeld: false,
    url: (typed) => `${addressOf(ctx.config, REQUEST, body.token)}?${new URLSearchParams({ wait, code: typed })}`,
  });
  return { answer: {}, form: wait, code };
}

/** A form goes the way of all leads; it is read when this is committed. */
async function enter(ctx: Ctx, { name: source }: Page<About>, { id, form }: PageForm<Wrote>): Promise<null> {
  await keepForm(ctx, source, `modulo-${id}`, form);
  await ctx.enqueue(readIntakes, { companyId: ctx.user.companyId });
  ctx.audit({ action: 'inbound', entity: leadMachine.entity, after: { source } });
  return null;
}

/** A colleague makes a lead of a request that nobody has confirmed. Throws as `takeForm`. */
async function takeUnconfirmed(ctx: Ctx, formId: number): Promise<void> {
  const { page, form } = await takeForm<About, Wrote>(ctx, REQUEST, formId);
  await enter(ctx, page, form);
  await settleForm(ctx, form, 'taken');
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
    const pages = await openPages<About>(ctx, REQUEST);
    return Promise.all(pages.map(async (page) => shownPage(ctx, REQUEST, page, await whatOf(ctx, page.about))));
  },
  'POST /leads/pages': async (ctx, { body: { name, ...about } }) => {
    const page = await openPage<About>(ctx, REQUEST, { name, about });
    const what = await whatOf(ctx, about);
    return shownPage(ctx, REQUEST, page, what);
  },
  'POST /leads/pages/:pageId/close': (ctx, { params }) => closePage(ctx, REQUEST, params.pageId),
  'GET /links/request': (call, { query }) => onPage<About, LeadPage>(call, REQUEST, query.token, shown),
  'POST /links/request': (call, { body }) =>
    byForm<About, object>(call, REQUEST, body.token, async (ctx, page) =>
      // A program that fills in the hidden field gets the same answer, and nothing is stored.
      body.website === '' ? hold(ctx, page, body) : { answer: {}, form: nameOf(ctx.config, 0), code: null },
    ),
  'POST /links/request/confirm': async (call, { body }) => {
    await byCode<About, Wrote>(call, REQUEST, body, enter);
  },
  'GET /leads/unconfirmed': (ctx) => waitingForms(ctx, REQUEST),
  'POST /leads/unconfirmed/:formId/take': (ctx, { params: { formId } }) => takeUnconfirmed(ctx, formId),
  'POST /leads/unconfirmed/:formId/drop': async (ctx, { params: { formId } }) =>
    dropForm(ctx, (await takeForm(ctx, REQUEST, formId)).form),
};
