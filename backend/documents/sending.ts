import { sql } from 'kysely';
import type { z } from 'zod';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import type { messageInput, Sending } from '#domain/documents/sending.ts';
import type { Ctx, Job } from '../lib/context.ts';
import { openLink, revokeLinks, type Purpose } from '../lib/link.ts';
import { messagesOf } from './messages.ts';
import type { Printed } from './printed.ts';

/** Days for which a link opens after the record's expiry, so that a customer who accepted can read it again. */
const LINK_DAYS = 30;

/** A record that is sent to its customer. */
export interface Outgoing {
  id: number;
  rootId: number | null;
  number: string | null;
  sellerId: number;
  expiresOn: string | null;
  /** The customer's current number. */
  phone: string;
  href: string;
}

/** A kind of record that is sent by mail or private link. */
export interface Sendable {
  /** The entity in messages, links and audit. */
  entity: Purpose;
  table: string;
  /** Path of the page that a private link opens. */
  page: string;
  printed: Printed;
  /** Reads the record; throws `not_found` or `forbidden`. */
  read(ctx: Ctx, id: number, options?: { lock?: boolean }): Promise<Outgoing>;
  /** Locks a record that may be sent; throws as `take`. */
  take(ctx: Ctx, id: number): Promise<Outgoing>;
  /** The suggested text of a mail; `sent`: the record was sent before. Null before it is issued. */
  draft(ctx: Ctx, id: number, sent: boolean): Promise<Sending['draft'] | null>;
}

/** Makes a private link to the record: its id, its address, which cannot be read again later, and its expiry. */
export async function linkTo(ctx: Ctx, { entity, page }: Sendable, { id, expiresOn }: Outgoing) {
  const expiresAt = new Date(`${addDays(expiresOn ?? ctx.today, LINK_DAYS)}T23:00:00Z`);
  const link = await openLink(ctx, { purpose: entity, recordId: id, expiresAt });
  return { id: link.id, url: `${ctx.config.PUBLIC_ORIGIN}${page}/${link.token}`, expiresAt };
}

type Of<Body = unknown> = { params: { id: number }; body: Body };
type Mail = z.output<typeof messageInput>;

/** Throws `invalid` when no revision of the record has this question. */
async function checkQuestion({ db, user }: Ctx, of: Sendable, { rootId }: Outgoing, id: number): Promise<void> {
  const { rows } =
    await sql`select from messages m join ${sql.table(of.table)} q on q.company_id = m.company_id and q.id = m.record_id
    where m.company_id = ${user.companyId} and m.id = ${id} and m.entity = ${of.entity} and m.direction = 'in' and q.root_id = ${rootId}`.execute(
      db,
    );
  if (rows.length === 0)
    throw new Failure('invalid', undefined, { fields: { answers: 'La domanda non è più di questo preventivo' } });
}

/** The verbs that send one kind of record; `mail` is the job that sends the written messages. */
export function sendingOf(of: Sendable, mail: Job<{ companyId: number; id: number }>) {
  const { entity } = of;
  const links = (ctx: Ctx, id: number) =>
    ctx.db
      .selectFrom('links')
      .select(['id', 'createdAt as at', 'expiresAt', 'revokedAt', 'opened', 'openedAt', 'lastOpenedAt'])
      .where('companyId', '=', ctx.user.companyId)
      .where('purpose', '=', entity)
      .where('recordId', '=', id)
      .orderBy('id', 'desc')
      .limit(50)
      .execute();
  return {
    read: async (ctx: Ctx, { params: { id } }: Pick<Of, 'params'>) => {
      const messages = await messagesOf(ctx, [id], entity);
      const sent = messages.some(({ direction }) => direction === 'out');
      return {
        draft: (await of.draft(ctx, id, sent)) ?? { to: '', phone: '', subject: '', text: '' },
        messages,
        links: (await links(ctx, id)).map(({ revokedAt, ...link }) => ({ ...link, revoked: revokedAt !== null })),
      };
    },
    send: async (ctx: Ctx, { params: { id }, body }: Of<Mail>) => {
      const record = await of.take(ctx, id);
      if (body.answers !== undefined) await checkQuestion(ctx, of, record, body.answers);
      const { companyId, id: userId } = ctx.user;
      const { to, subject, link } = body;
      const bare = body.text.replaceAll(LINK_PLACE, '').trimEnd();
      const text = !link || body.text.includes(LINK_PLACE) ? body.text : `${body.text}\n\n${LINK_PLACE}`;
      const row = await ctx.db
        .insertInto('messages')
        .values({
          companyId,
          entity,
          recordId: record.id,
          direction: 'out',
          userId,
          createdAt: ctx.now,
          address: to,
          subject,
          body: link ? text : bare,
          answers: body.answers ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await ctx.enqueue(mail, { companyId, id: row.id });
      ctx.audit({ action: 'send', entity, entityId: record.id, before: {}, after: { to, subject } });
      return (await messagesOf(ctx, [id], entity)).find((message) => message.id === row.id)!;
    },
    link: async (ctx: Ctx, { params: { id }, body: { text } }: Of<{ text?: string | undefined }>) => {
      const record = await of.take(ctx, id);
      const { id: linkId, url, expiresAt } = await linkTo(ctx, of, record);
      const { companyId, id: userId } = ctx.user;
      if (text !== undefined)
        await ctx.db
          .insertInto('messages')
          .values({
            companyId,
            entity,
            recordId: record.id,
            direction: 'out',
            channel: 'whatsapp',
            userId,
            linkId,
            address: record.phone,
            body: text,
            createdAt: ctx.now,
            sentAt: ctx.now,
          })
          .execute();
      ctx.audit({ action: text === undefined ? 'link' : 'prepare', entity, entityId: record.id });
      return { url, expiresAt: expiresAt.toISOString() };
    },
    revoke: async (ctx: Ctx, { params: { id } }: Pick<Of, 'params'>) => {
      const record = await of.read(ctx, id, { lock: true });
      await revokeLinks(ctx, entity, record.id);
      ctx.audit({ action: 'link_revoked', entity, entityId: record.id });
    },
  };
}
