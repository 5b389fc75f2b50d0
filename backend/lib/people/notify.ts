import { sql } from 'kysely';
import { channelsOf, type NotificationKind, type NotificationSettings } from '#domain/notices/kinds.ts';
import { MOST_UNREAD } from '#domain/notices/limits.ts';
import type { Ctx, Job } from '../work/context.ts';
import { Doubtful, Refused } from '../work/refused.ts';
import { sendMail } from './mail.ts';

export interface NewNotification {
  kind: NotificationKind;
  /** Short, and still true later: it names a day, never "domani". */
  title: string;
  text: string;
  /** Path of the page where the person can act on it. */
  href: string;
  /** A key for the occasion: nobody is told twice with the same key. */
  once?: string;
}

/**
 * Notifies people of the caller's company under the bell, in the caller's transaction, and by mail those who want it.
 * People who switched the kind off, are disabled or belong to another company are skipped. Returns how many hear of it now.
 */
export async function notify(ctx: Ctx, userIds: readonly number[], told: NewNotification): Promise<number> {
  if (userIds.length === 0) return 0;
  const { companyId } = ctx.user;
  const people = await ctx.db
    .selectFrom('users')
    .select(['id', 'notifications'])
    .where('companyId', '=', companyId)
    .where('id', 'in', userIds)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .execute();
  const { kind, title, text, href, once = null } = told;
  const wanted = people.flatMap(({ id, notifications }) => {
    const { bell, mail } = channelsOf(notifications as NotificationSettings, kind);
    return bell || mail ? [{ id, bell, mail }] : [];
  });
  if (wanted.length === 0) return 0;
  // For people who want only mail the notification is stored as read, so that nobody is told twice.
  const { rows: added } = await sql<{ id: number; userId: number }>`
    insert into notifications (company_id, user_id, kind, title, text, href, once, created_at, read_at)
    select ${companyId}, u.id, ${kind}, ${title}, ${text}, ${href}, ${once}, ${ctx.now},
      case when not u.bell then ${ctx.now}::timestamptz end
    from unnest(${wanted.map(({ id }) => id)}::bigint[], ${wanted.map(({ bell }) => bell)}::boolean[]) u (id, bell)
    on conflict (company_id, user_id, once) do nothing returning id, user_id`.execute(ctx.db);
  const byMail = new Set(wanted.filter(({ mail }) => mail).map(({ id }) => id));
  for (const { id, userId } of added) if (byMail.has(userId)) await ctx.enqueue(notificationMail, { companyId, id });
  return added.length;
}

/**
 * Takes back what people were told of a page since an instant, or on one occasion, and have not read: it is no longer so.
 * A mail about it that has not left does not leave.
 */
export const untell = (
  { db, user }: Ctx,
  told: Pick<NewNotification, 'kind' | 'href'> & ({ since: string } | { once: string }),
) =>
  db
    .deleteFrom('notifications')
    .where('companyId', '=', user.companyId)
    .where((eb) => ('once' in told ? eb('once', '=', told.once) : eb('createdAt', '>=', told.since)))
    .where('kind', '=', told.kind)
    .where('href', '=', told.href)
    .where('readAt', 'is', null)
    .execute();

/**
 * Tells people that a message to a customer does not leave, and whether it is tried again: once of each fate. `about`: what it is about;
 * `to`: the address or number; `key`: of the message.
 */
export async function tellUnsent(
  ctx: Ctx,
  userIds: readonly number[],
  { about, to, href, key }: { about: string | null; to: string; href: string; key: number | string },
  error: unknown,
): Promise<void> {
  const isMail = to.includes('@');
  const [message, address] = isMail ? ['la e-mail', 'l’indirizzo'] : ['l’SMS', 'il numero'];
  const again = `Si riprova da solo per ${isMail ? 'tre giorni' : 'mezz’ora'}: `;
  const state = error instanceof Doubtful ? 'doubtful' : error instanceof Refused ? 'refused' : 'tried';
  const [fate, advice] =
    state === 'doubtful'
      ? ['forse non è partito', 'Il gestore non ha risposto: chiedere se è arrivato, prima di mandarlo di nuovo.']
      : ['non parte', `${state === 'refused' ? '' : again}controllare ${address}.`];
  await notify(ctx, userIds, {
    kind: 'message_failed',
    title: `${about ?? 'Documento'}: ${message} a ${to} ${fate}`,
    text: advice,
    href,
    once: `message_failed:${key}:${state}`,
  });
}

/** The hour of an instant, for a key by which somebody is told once in it. */
export const hourOf = (at: Date): string => at.toISOString().slice(0, 13);

/** The colleagues who hold a privilege, without the caller. */
export async function holdersOf({ db, user }: Ctx, privilege: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .where('id', '<>', user.id)
    .where(sql<boolean>`${privilege} = any(privileges)`)
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}

/** Number of the caller's unread notifications, at most one more than `MOST_UNREAD`. */
export async function countUnread({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from notifications where company_id = ${user.companyId} and user_id = ${user.id} and read_at is null
    limit ${MOST_UNREAD + 1}) as unread`.execute(db);
  return rows[0]!.count;
}

export const notificationMail: Job<{ companyId: number; id: number }> = {
  name: 'notification-mail',
  pace: 'mail',
  run: async ({ config, asCompany }, { companyId, id }) => {
    const mail = await asCompany(companyId, null, ({ db }) =>
      db
        .selectFrom('notifications as n')
        .innerJoin('users as u', (on) => on.onRef('u.companyId', '=', 'n.companyId').onRef('u.id', '=', 'n.userId'))
        .select(['u.email', 'n.title', 'n.text', 'n.href'])
        .where('n.companyId', '=', companyId)
        .where('n.id', '=', id)
        .where('u.archivedAt', 'is', null)
        .executeTakeFirst(),
    );
    if (!mail) return;
    const { email, title, text, href } = mail;
    const lines = [title, text, `${config.PUBLIC_ORIGIN}${href}`, 'Questi messaggi si scelgono nelle impostazioni.'];
    await sendMail(config, {
      about: `${companyId}-notifications-${id}`,
      to: email,
      subject: title,
      text: lines.filter(Boolean).join('\n\n'),
    });
  },
};
