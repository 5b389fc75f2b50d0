import { sql } from 'kysely';
import type { z } from 'zod';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import type { messageInput, Sending } from '#domain/documents/sending.ts';
import type { smsInput } from '#domain/documents/sms.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { openLink, revokeLinks, type Purpose } from '../lib/people/link.ts';
import { readCompany } from './letterhead.ts';
import { messagesOf } from './messages.ts';
import type { Printed } from './printed.ts';
import { leaves } from './sender.ts';

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
  draft(ctx: Ctx, id: number, sent: boolean): Promise<Omit<Sending['draft'], 'sms'> | null>;
}

/** Makes a private link to the record: its id, its address, which cannot be read again later, and its expiry. */
export async function linkTo(ctx: Ctx, { entity, page }: Sendable, { id, expiresOn }: Outgoing) {
  const expiresAt = new Date(`${addDays(expiresOn ?? ctx.today, LINK_DAYS)}T23:00:00Z`);
  const link = await openLink(ctx, { purpose: entity, recordId: id, expiresAt });
  return { id: link.id, url: `${ctx.config.PUBLIC_ORIGIN}${page}/${link.token}`, expiresAt };
}

interface Written {
  channel: string;
  address: string;
  subject: string;
  body: string;
  answers: number | null;
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

/** The private links to a record, newest first. */
const linksOf = (ctx: Ctx, entity: Sendable['entity'], id: number) =>
  ctx.db
    .selectFrom('links')
    .select(['id', 'createdAt as at', 'expiresAt', 'revokedAt', 'opened', 'openedAt', 'lastOpenedAt'])
    .where('companyId', '=', ctx.user.companyId)
    .where('purpose', '=', entity)
    .where('recordId', '=', id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();

/** A mail or SMS of the record that is sent again, locked. Throws `not_found`. */
async function messageOf({ db, user }: Ctx, entity: Sendable['entity'], recordId: number, id: number) {
  const message = await db
    .selectFrom('messages')
    .select(['channel', 'address', 'subject', 'body', 'answers', 'sentAt', 'failedAt'])
    .where('companyId', '=', user.companyId)
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .where('id', '=', id)
    .where('direction', '=', 'out')
    .where('channel', 'in', ['mail', 'sms'])
    .forUpdate()
    .executeTakeFirst();
  if (!message) throw new Failure('not_found');
  return message;
}

/** Keeps the text that the caller sends by WhatsApp, from their own phone. */
async function keepPrepared(
  { db, user: { companyId, id: userId }, now }: Ctx,
  entity: Sendable['entity'],
  { id: recordId, phone: address }: Outgoing,
  { linkId, text: body }: { linkId: number; text: string },
): Promise<void> {
  const row = { companyId, entity, recordId, direction: 'out', channel: 'whatsapp', userId, linkId, address, body };
  await db
    .insertInto('messages')
    .values({ ...row, createdAt: now, sentAt: now })
    .execute();
}

/** The verbs that send one kind of record; `job` is the one that sends the written messages. */
export function sendingOf(of: Sendable, job: Job<{ companyId: number; id: number }>) {
  const { entity } = of;
  /** The suggested text of an SMS: who writes, about what, and the link. */
  const smsOf = async (ctx: Ctx, id: number) => {
    const [{ number }, { name }] = [await of.read(ctx, id), await readCompany(ctx)];
    return `${name}: ${number ?? ''} si legge qui ${LINK_PLACE}`;
  };
  /** Puts a written message into the queue. */
  const enqueue = async (ctx: Ctx, record: Outgoing, id: number, channel: string) => {
    await leaves(ctx, job, { id, channel });
    return (await messagesOf(ctx, [record.id], entity)).find((message) => message.id === id)!;
  };
  /** Writes a message of the caller, which then leaves. */
  const post = async (ctx: Ctx, record: Outgoing, message: Written) => {
    const { companyId, id: userId } = ctx.user;
    const row = { companyId, entity, recordId: record.id, direction: 'out', userId, createdAt: ctx.now, ...message };
    const { id } = await ctx.db.insertInto('messages').values(row).returning('id').executeTakeFirstOrThrow();
    return enqueue(ctx, record, id, message.channel);
  };
  return {
    read: async (ctx: Ctx, { params: { id } }: Pick<Of, 'params'>) => {
      const messages = await messagesOf(ctx, [id], entity);
      const sent = messages.some(({ direction }) => direction === 'out');
      return {
        draft: {
          to: '',
          phone: '',
          subject: '',
          text: '',
          ...(await of.draft(ctx, id, sent)),
          sms: await smsOf(ctx, id),
        },
        messages,
        links: (await linksOf(ctx, entity, id)).map(({ revokedAt, ...link }) => ({
          ...link,
          revoked: revokedAt !== null,
        })),
      };
    },
    send: async (ctx: Ctx, { params: { id }, body }: Of<Mail>) => {
      const record = await of.take(ctx, id);
      if (body.answers !== undefined) await checkQuestion(ctx, of, record, body.answers);
      const { to, subject, link } = body;
      const bare = body.text.replaceAll(LINK_PLACE, '').trimEnd();
      const text = !link || body.text.includes(LINK_PLACE) ? body.text : `${body.text}\n\n${LINK_PLACE}`;
      ctx.audit({ action: 'send', entity, entityId: record.id, before: {}, after: { to, subject } });
      return post(ctx, record, {
        channel: 'mail',
        address: to,
        subject,
        body: link ? text : bare,
        answers: body.answers ?? null,
      });
    },
    sms: async (ctx: Ctx, { params: { id }, body: { to, text } }: Of<z.output<typeof smsInput>>) => {
      const record = await of.take(ctx, id);
      ctx.audit({ action: 'send', entity, entityId: record.id, before: {}, after: { to, subject: 'SMS' } });
      return post(ctx, record, { channel: 'sms', address: to, subject: '', body: text, answers: null });
    },
    /**
     * Sends a message again. One that failed goes at once, without waiting for the queue's next try; one that was sent
     * goes as a new one. Throws `conflict` for one that is still on its way.
     */
    resend: async (ctx: Ctx, { params: { id, messageId } }: { params: { id: number; messageId: number } }) => {
      const record = await of.take(ctx, id);
      const message = await messageOf(ctx, entity, record.id, messageId);
      const { sentAt, failedAt, ...again } = message;
      if (sentAt === null && failedAt === null) throw new Failure('conflict', 'Il messaggio è già in partenza.');
      ctx.audit({ action: 'send', entity, entityId: record.id, before: {}, after: { to: again.address, again: true } });
      if (sentAt !== null) return post(ctx, record, again);
      await ctx.db
        .updateTable('messages')
        .set({ failedAt: null, failure: null, sendingAt: null })
        .where('companyId', '=', ctx.user.companyId)
        .where('id', '=', messageId)
        .execute();
      return enqueue(ctx, record, messageId, message.channel);
    },
    link: async (ctx: Ctx, { params: { id }, body: { text } }: Of<{ text?: string | undefined }>) => {
      const record = await of.take(ctx, id);
      const { id: linkId, url, expiresAt } = await linkTo(ctx, of, record);
      if (text !== undefined) await keepPrepared(ctx, entity, record, { linkId, text });
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
