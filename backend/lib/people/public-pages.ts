/** Pages that a company opens to everybody: a link that is published, so its use is counted by who uses it. */
import { sql } from 'kysely';
import type { Config } from '#config';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import type { HeldForm, PublicPage } from '#domain/public-pages.ts';
import type { Ctx, PublicCtx } from '../work/context.ts';
import { followPublished, noteOpened, openLink, revokeLinks, type Link } from './link.ts';
import { idIn, sendCode, tryCode, type NewCode } from './page-codes.ts';
import { formOfPage, settleForm, type Page, type PageForm, type PagePurpose } from './page-forms.ts';
import { newToken } from './tokens.ts';

/** What a page is for, with its address. */
const addresses = { booking: 'prenota', request: 'richiesta' } as const satisfies Record<PagePurpose, string>;

/** The most pages of a purpose that are open at once. */
const MOST_PAGES = 50;
/** Days for which a page is open. */
const OPEN_DAYS = 730;
/** Openings of a page within so many milliseconds are counted once: a busy page then causes few writes. */
const SAME_VISIT = 10_000;

type Stored<A> = Page<A> & { token: string; sent: number; createdAt: string; opened: number };

/** The open pages of a purpose, the newest first. */
export async function openPages<A>({ db, user, now }: Ctx, purpose: PagePurpose): Promise<Stored<A>[]> {
  const { rows } = await sql<Stored<A>>`select p.id, p.name, p.about, p.token, p.sent, p.created_at, l.opened
    from public_pages p join links l on l.company_id = ${user.companyId} and l.purpose = p.purpose and l.record_id = p.id
    where p.company_id = ${user.companyId} and p.purpose = ${purpose} and l.revoked_at is null and l.expires_at > ${now}
    order by p.id desc limit ${MOST_PAGES}`.execute(db);
  return rows;
}

/** The address of a page. */
export const addressOf = ({ PUBLIC_ORIGIN }: Config, purpose: PagePurpose, token: string): string =>
  `${PUBLIC_ORIGIN}/${addresses[purpose]}/${token}`;

/** A page as who manages it sees it; `what`: what it does, in Italian. */
export const shownPage = <A>(
  { config }: Pick<Ctx, 'config'>,
  purpose: PagePurpose,
  { id, name, token, opened, sent, createdAt }: Stored<A>,
  what: string,
): PublicPage => ({
  id,
  name,
  what,
  opened,
  sent,
  createdAt,
  url: addressOf(config, purpose, token),
});

/** Opens a page. Throws `conflict` when there are too many. */
export async function openPage<A extends object>(
  ctx: Ctx,
  purpose: PagePurpose,
  { name, about }: { name: string; about: A },
): Promise<Stored<A>> {
  const { companyId } = ctx.user;
  if ((await openPages(ctx, purpose)).length >= MOST_PAGES)
    throw new Failure('conflict', `Ci sono già ${MOST_PAGES} pagine aperte: chiuderne prima di aprirne altre.`);
  const token = newToken(companyId);
  const { id } = await ctx.db
    .insertInto('publicPages')
    .values({
      companyId,
      purpose,
      name,
      token,
      about: JSON.stringify(about),
      userId: ctx.user.id || null,
      createdAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const expiresAt = new Date(`${addDays(ctx.today, OPEN_DAYS)}T23:00:00Z`);
  await openLink(ctx, { purpose, recordId: id, expiresAt, token });
  ctx.audit({ action: 'create', entity: 'public_page', entityId: id, after: { name } });
  return { id, name, about, token, sent: 0, opened: 0, createdAt: ctx.now.toISOString() };
}

/** Closes a page for good: its link says so. Throws `not_found`. */
export async function closePage(ctx: Ctx, purpose: PagePurpose, id: number): Promise<void> {
  if ((await revokeLinks(ctx, purpose, id)) === 0) throw new Failure('not_found');
  ctx.audit({ action: 'close', entity: 'public_page', entityId: id });
}

async function pageOf<A>({ db, user }: Ctx, { recordId }: Link): Promise<Page<A>> {
  const page = await db
    .selectFrom('publicPages')
    .select(['id', 'name', 'about'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow();
  return page as Page<unknown> as Page<A>;
}

/** Shows a page. Throws as `followPublished`. */
export async function onPage<A, T>(
  call: PublicCtx,
  purpose: PagePurpose,
  token: string,
  work: (ctx: Ctx, page: Page<A>) => Promise<T>,
): Promise<T> {
  const { companyId, ...link } = await followPublished(call, purpose, token, 'visit');
  return call.asCompany(companyId, null, async (ctx) => {
    await noteOpened(ctx, link, new Date(ctx.now.getTime() - SAME_VISIT));
    return work(ctx, await pageOf<A>(ctx, link));
  });
}

/**
 * Takes what a page sent, in one transaction, counts it, and sends the code that confirms it. Two forms of a page wait for
 * one another, so that what waits of each sender is counted right. Throws as `followPublished`.
 */
export async function byForm<A, T>(
  call: PublicCtx,
  purpose: PagePurpose,
  token: string,
  work: (ctx: Ctx, page: Page<A>) => Promise<{ answer: T; form: string; code: NewCode | null }>,
): Promise<T & HeldForm> {
  const { companyId, ...link } = await followPublished(call, purpose, token, 'sending');
  const { answer, form, code } = await call.asCompany(companyId, null, async (ctx) => {
    const page = await pageOf<A>(ctx, link);
    await ctx.db
      .updateTable('publicPages')
      .set((eb) => ({ sent: eb('sent', '+', 1) }))
      .where('companyId', '=', companyId)
      .where('id', '=', page.id)
      .execute();
    return work(ctx, page);
  });
  return { ...answer, form, by: code && (await sendCode(call, companyId, code)) };
}

/**
 * Confirms a form by its code: `work` makes of it what it asks for, once, and returns the time that it took. A wrong code is
 * an `invalid` at its field, and its count stays although the call fails. Returns the time of the form, also when it was
 * confirmed before. Throws `not_found`, and `conflict` for a form that a colleague has put aside.
 */
export async function byCode<A, F>(
  call: PublicCtx,
  purpose: PagePurpose,
  { token, form: name, code }: { token: string; form: string; code: string },
  work: (ctx: Ctx, page: Page<A>, form: PageForm<F>) => Promise<Date | null>,
): Promise<Date | null> {
  const { companyId, ...link } = await followPublished(call, purpose, token, 'visit');
  const { refusal, at } = await call.asCompany(companyId, null, async (ctx) => {
    const page = await pageOf<A>(ctx, link);
    const form = await formOfPage<F>(ctx, page, idIn(ctx.config, name));
    const wrong = await tryCode(ctx, form, code);
    if (wrong !== null) return { refusal: wrong, at: null };
    if (form.settledAs === 'dropped') throw new Failure('conflict', 'La richiesta non è più valida: telefonare.');
    if (form.settledAs !== null) return { refusal: null, at: form.startsAt === null ? null : new Date(form.startsAt) };
    const done = await work(ctx, page, form);
    await settleForm(ctx, form, 'confirmed', done);
    return { refusal: null, at: done };
  });
  if (refusal !== null) throw new Failure('invalid', undefined, { fields: { code: refusal } });
  return at;
}
