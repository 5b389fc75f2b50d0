/** Pages that a company opens to everybody: a link that is published, so its use is counted by who uses it. */
import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import type { PublicPage } from '#domain/public-pages.ts';
import type { Ctx, PublicCtx } from './context.ts';
import { followPublished, noteOpened, openLink, revokeLinks, type Link } from './link.ts';
import { newToken } from './tokens.ts';

/** What a page is for, with its address. */
const addresses = { booking: 'prenota', request: 'richiesta' } as const;
export type PagePurpose = keyof typeof addresses;

/** The most pages of a purpose that are open at once. */
const MOST_PAGES = 50;
/** Days for which a page is open. */
const OPEN_DAYS = 730;
/** Openings of a page within so many milliseconds are counted once: a busy page then causes few writes. */
const SAME_VISIT = 10_000;

export interface Page<A> {
  id: number;
  name: string;
  about: A;
}
type Stored<A> = Page<A> & { token: string; sent: number; createdAt: string; opened: number };

/** The open pages of a purpose, the newest first. */
export async function openPages<A>({ db, user, now }: Ctx, purpose: PagePurpose): Promise<Stored<A>[]> {
  const { rows } = await sql<Stored<A>>`select p.id, p.name, p.about, p.token, p.sent, p.created_at, l.opened
    from public_pages p join links l on l.company_id = ${user.companyId} and l.purpose = p.purpose and l.record_id = p.id
    where p.company_id = ${user.companyId} and p.purpose = ${purpose} and l.revoked_at is null and l.expires_at > ${now}
    order by p.id desc limit ${MOST_PAGES}`.execute(db);
  return rows;
}

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
  url: `${config.PUBLIC_ORIGIN}/${addresses[purpose]}/${token}`,
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

/** Takes what a page sent, in one transaction, and counts it. Throws as `followPublished`. */
export async function byForm<A, T>(
  call: PublicCtx,
  purpose: PagePurpose,
  token: string,
  work: (ctx: Ctx, page: Page<A>) => Promise<T>,
): Promise<T> {
  const { companyId, ...link } = await followPublished(call, purpose, token, 'sending');
  return call.asCompany(companyId, null, async (ctx) => {
    const page = await pageOf<A>(ctx, link);
    const answer = await work(ctx, page);
    await ctx.db
      .updateTable('publicPages')
      .set((eb) => ({ sent: eb('sent', '+', 1) }))
      .where('companyId', '=', companyId)
      .where('id', '=', page.id)
      .execute();
    return answer;
  });
}
