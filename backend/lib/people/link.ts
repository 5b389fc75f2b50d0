import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { networkOf } from '#domain/auth/rules.ts';
import { Failure } from '#domain/errors.ts';
import type { UploadPurpose } from '#domain/upload-purposes.ts';
import { withTenant } from '#backend/db/tenant.ts';
import type { DB } from '#backend/db/types.gen.ts';
import type { Ctx, PublicCtx } from '../work/context.ts';
import { suspensionOf } from './companies.ts';
import { aboveLimit, assertFree, countTry, isFirst } from './throttle.ts';
import { newToken, readToken } from './tokens.ts';

/** The kind of record that a private link opens. */
export type Purpose =
  | 'quote'
  | 'b2b_quote'
  | 'privacy'
  | 'signature'
  | 'tablet'
  | 'upload'
  | 'enclosures'
  | 'calendar'
  | 'room'
  | 'appointment'
  | 'booking'
  | 'request'
  | 'report';

export interface Link {
  id: number;
  purpose: Purpose;
  recordId: number;
  /** Who opened it; null: nobody did, or it is published. */
  userId: number | null;
}

/** The most active links of one record; more are refused. */
const MOST_LINKS = 20;

const ofRecord = ({ db, user }: Ctx, purpose: Purpose, recordId: number) =>
  db
    .updateTable('links')
    .where('companyId', '=', user.companyId)
    .where('purpose', '=', purpose)
    .where('recordId', '=', recordId)
    .where('revokedAt', 'is', null);

/**
 * Opens a new link to a record of the caller's company; returns its token, which is never shown again. Throws
 * `conflict` when there are too many.
 */
export async function openLink(
  { db, user, now }: Ctx,
  {
    purpose,
    recordId,
    expiresAt,
    token = newToken(user.companyId),
    ...more
  }: {
    purpose: Purpose;
    recordId: number;
    expiresAt: Date;
    /** Of a page that is published: kept by who opens it. */
    token?: string;
    usesLeft?: number;
    names?: boolean;
    uploadPurpose?: UploadPurpose;
  },
): Promise<{ id: number; token: string }> {
  const { companyId } = user;
  const { count } = await db
    .selectFrom('links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('companyId', '=', companyId)
    .where('purpose', '=', purpose)
    .where('recordId', '=', recordId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_LINKS)
    throw new Failure('conflict', `Ci sono già ${MOST_LINKS} collegamenti: revocarli prima di crearne altri.`);
  const { id } = await db
    .insertInto('links')
    .values({
      companyId,
      purpose,
      recordId,
      expiresAt,
      ...more,
      createdAt: now,
      tokenHash: readToken(token)!.hash,
      userId: user.id || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** Revokes every link of a record, or the one with `id`; returns how many there were. */
export async function revokeLinks(ctx: Ctx, purpose: Purpose, recordId: number, id?: number): Promise<number> {
  const { numUpdatedRows } = await ofRecord(ctx, purpose, recordId)
    .set({ revokedAt: ctx.now })
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Lets whoever has a link of a record follow another one of its kind, which takes its place, until `expiresAt`. */
export const passLinks = async (
  ctx: Ctx,
  purpose: Purpose,
  from: number,
  { recordId, expiresAt }: { recordId: number; expiresAt: string },
): Promise<void> => void (await ofRecord(ctx, purpose, from).set({ recordId, expiresAt }).execute());

/** Until when a record is open to who has its link, an instant; null: to nobody. */
export async function openUntil({ db, user, now }: Ctx, purpose: Purpose, recordId: number): Promise<string | null> {
  const { until } = await db
    .selectFrom('links')
    .select((eb) => eb.fn.max('expiresAt').as('until'))
    .where('companyId', '=', user.companyId)
    .where('purpose', '=', purpose)
    .where('recordId', '=', recordId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  return until;
}

/**
 * Notes that a link was opened; with `unlessSince`, only if it was last opened before that instant. Returns whether it
 * was noted.
 */
export async function noteOpened(ctx: Ctx, { id }: Link, unlessSince?: Date): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('links')
    .set((eb) => ({
      opened: eb('opened', '+', 1),
      openedAt: eb.fn.coalesce('openedAt', eb.val(ctx.now.toISOString())),
      lastOpenedAt: ctx.now,
    }))
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .$if(unlessSince !== undefined, (query) =>
      query.where((eb) => eb.or([eb('lastOpenedAt', 'is', null), eb('lastOpenedAt', '<', unlessSince!.toISOString())])),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const gone = () => new Failure('not_found', 'Il collegamento non è valido o è scaduto: chiederne uno nuovo.');

/** What customers follow: it stays open to them while the manufacturer keeps their dealer out. */
const CUSTOMERS: readonly Purpose[] = [
  ...(['quote', 'b2b_quote', 'privacy', 'signature', 'tablet', 'appointment', 'enclosures'] as const),
];

/** The link of a token, whether it is open still or not. */
const linkOf = (db: Kysely<DB>, token: string, purposes: readonly Purpose[], now: Date) => {
  const place = readToken(token);
  if (!place) return Promise.resolve(undefined);
  const { companyId, hash } = place;
  return withTenant(db, { companyId, userId: null }, async (trx) => {
    const row = await trx
      .selectFrom('links')
      .select(['id', 'purpose', 'recordId', 'userId', 'revokedAt', 'expiresAt'])
      .where('companyId', '=', companyId)
      .where('tokenHash', '=', hash)
      .where('purpose', 'in', purposes)
      .executeTakeFirst();
    if (!row) return undefined;
    const { id, recordId, userId, revokedAt, expiresAt } = row;
    const purpose = row.purpose as Purpose;
    const isOpen =
      revokedAt === null &&
      Date.parse(expiresAt) > now.getTime() &&
      (CUSTOMERS.includes(purpose) || (await suspensionOf(trx, companyId)) === null);
    return { id, recordId, userId, purpose, companyId, isOpen, key: hash.toString('hex') };
  });
};

/**
 * Finds the link of a token and its company; `purposes` are the kinds that the caller can open. Throws `not_found`
 * alike for tokens that are unknown, expired, revoked or of another kind. Throws `too_many` when a token is used too
 * often, and for an IP address from which too many invalid tokens came; valid tokens are not affected by those, because
 * a showroom or a mobile network shares one address.
 */
export async function followLink(
  { briefly, now, ip }: PublicCtx,
  purposes: readonly Purpose[],
  token: string,
): Promise<Link & { companyId: number }> {
  const guess = networkOf(ip);
  return briefly(async (db) => {
    const found = await linkOf(db, token, purposes, now);
    const link = found?.isOpen ? found.key : null;
    await assertFree(db, now, link ? { link } : { guess });
    await (link ? countTry(db, 'link', link, now) : countTry(db, 'guess', guess, now));
    if (!found?.isOpen) throw gone();
    const { isOpen: _isOpen, key: _key, ...row } = found;
    return row;
  });
}

/**
 * Throws `not_found` for a link that was revoked since it was followed: asked by who has locked what revoking it locks, too.
 */
export async function assertUnrevoked({ db, user }: Ctx, id: number): Promise<void> {
  const found = await db
    .selectFrom('links')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  if (!found) throw gone();
}

/** Milliseconds that who comes first waits for each form above the limit of all together, and the most of them. */
const PACE = { each: 50, most: 5_000 };

/**
 * Milliseconds to wait before a form is taken: above the limit of all together who sends their first one waits, and who has
 * sent one already is refused. Throws `too_many`.
 */
async function paceOf(db: Kysely<DB>, now: Date, { all, own }: { all: string; own: string }): Promise<number> {
  const above = await aboveLimit(db, 'sendings', all, now);
  if (above < 0) return 0;
  if (!(await isFirst(db, 'sending', own, now))) await assertFree(db, now, { sendings: all });
  return Math.min(PACE.most, (above + 1) * PACE.each);
}

/**
 * Finds a page that is published: its token is no secret, so that who uses it too often is told by their own network,
 * and the page stays open for others. All together send only so many forms at once: beyond them nobody who comes first is
 * refused, each waits some seconds at most. Throws `ended` (410) for one that was closed, `not_found` and `too_many` as
 * `followLink`.
 */
export async function followPublished(
  { briefly, now, ip }: PublicCtx,
  purpose: Purpose,
  token: string,
  what: 'visit' | 'sending',
): Promise<Link & { companyId: number }> {
  const network = networkOf(ip);
  const { wait, isOpen, ...row } = await briefly(async (db) => {
    const found = await linkOf(db, token, [purpose], now);
    const own = found ? `${found.key} ${network}` : network;
    const kind = found ? what : 'guess';
    await assertFree(db, now, { [kind]: own });
    const isSent = found !== undefined && what === 'sending';
    const pace = isSent ? await paceOf(db, now, { all: found.key, own }) : 0;
    await countTry(db, kind, own, now);
    if (isSent) await countTry(db, 'sendings', found.key, now);
    if (!found) throw gone();
    const { key: _key, ...link } = found;
    return { ...link, wait: pace };
  });
  if (!isOpen) throw new Failure('ended');
  // Outside of any connection: who waits takes nobody's place.
  if (wait > 0) await pause(wait);
  return row;
}
