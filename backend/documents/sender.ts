/** Sends the messages that are kept as rows of `messages`: mails and SMS, whatever they are about. */
import { sql } from 'kysely';
import type { Ctx, Job, PublicCtx } from '../lib/work/context.ts';
import { revokeLinks, type Purpose } from '../lib/people/link.ts';
import { mailCustomer, type Dealer, type Mail } from '../lib/people/mail.ts';
import { tellUnsent } from '../lib/people/notify.ts';
import { sendSms } from '../lib/people/sms.ts';
import { Doubtful, Refused } from '../lib/work/refused.ts';
import { readDealer } from './letterhead.ts';

/** Of a message `m` that failed: it may have arrived all the same, as an SMS that was begun and of which nobody knows. */
export const isDoubtful = sql<boolean>`(m.failed_at is not null and m.sending_at is not null)`;

interface Ids {
  companyId: number;
  /** Of the message. */
  id: number;
}

/** A message that was not sent yet, which waits for another process that begins to send it. */
const waiting = ({ db, user }: Ctx, id: number) =>
  db
    .selectFrom('messages as m')
    // Another system has no mailbox.
    .leftJoin('users as u', (on) =>
      on.onRef('u.companyId', '=', 'm.companyId').onRef('u.id', '=', 'm.userId').on('u.service', '=', false),
    )
    .select([
      'm.id',
      'm.entity',
      'm.recordId',
      'm.channel',
      'm.address as to',
      'm.subject',
      'm.body',
      'm.failedAt',
      'm.sendingAt',
    ])
    .select(['m.userId', 'u.email as replyTo'])
    .where('m.companyId', '=', user.companyId)
    .where('m.id', '=', id)
    .where('m.sentAt', 'is', null)
    .forNoKeyUpdate('m')
    .executeTakeFirst();
export type Waiting = NonNullable<Awaited<ReturnType<typeof waiting>>>;

/** How a message leaves. */
export interface Leaving {
  /** The text with what stands at its places. */
  text: string;
  subject?: string;
  /** A person has written or chosen the words (`Mail`), and answers go to them. */
  written?: boolean;
  keeps?: readonly string[];
  /** The link that this try carries: the database knows only hashes of links, so each try makes its own. */
  link?: { id: number; purpose: Purpose } | null;
  /** What comes with a mail, made outside of any transaction. */
  attachments?: (call: PublicCtx) => Promise<Mail['attachments']>;
  /** Who is told when it does not leave, and what it is about; without it nobody. */
  told?: { userIds: readonly number[]; about: string | null; href: string };
}
/** That a message shall not leave any more, and why: what it says is over. */
interface Unwanted extends Pick<Leaving, 'told'> {
  over: string;
}
interface Ready {
  message: Waiting;
  leaving: Leaving;
  dealer: Dealer;
}

/** Notes how it went; what was sent stays so, whatever another process says of its own try. */
const mark = ({ db, user }: Ctx, id: number, columns: object) =>
  db
    .updateTable('messages')
    .set(columns)
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .execute();

/** Another process had begun to send an SMS, and did not note how it went. */
const stoodStill = () => new Doubtful('SMS: its sender stood still');

async function leave(call: PublicCtx, { companyId, id }: Ids, { message, leaving, dealer }: Ready): Promise<void> {
  const { to, channel, replyTo, sendingAt } = message;
  const { text, subject = message.subject, written = false, keeps, attachments } = leaving;
  const about = `${companyId}-messages-${id}` as const;
  if (channel === 'sms') {
    if (sendingAt !== null) throw stoodStill();
    return sendSms(call.config, { to, text, about });
  }
  const attached = await attachments?.(call);
  await mailCustomer(call.config, dealer, {
    about,
    to,
    subject,
    text,
    written,
    ...(keeps && { keeps }),
    ...(written && replyTo && { replyTo }),
    ...(attached && { attachments: attached }),
  });
}

/**
 * Notes that a message does not leave, and tells who must know. The link of a failed try opens nothing; that of the try by
 * which an SMS may have arrived stays open, and so does the note that it was begun: nobody knows how it went.
 */
async function fail(
  ctx: Ctx,
  { message, link, told }: Pick<Leaving, 'link' | 'told'> & { message: Waiting },
  error: unknown,
): Promise<void> {
  const { id, to, recordId, sendingAt } = message;
  const isDoubtful = error instanceof Doubtful;
  if (link && !(isDoubtful && sendingAt === null)) await revokeLinks(ctx, link.purpose, recordId, link.id);
  const failed = { failedAt: ctx.now, failure: String(error).slice(0, 500) };
  await mark(ctx, id, isDoubtful ? failed : { ...failed, sendingAt: null });
  if (told) await tellUnsent(ctx, told.userIds, { ...told, to, key: id }, error);
}

/**
 * Ends a message that shall not leave any more: else it would be on its way for ever. Nobody misses one that was not begun;
 * of an SMS that was, who must know is told that it may have arrived.
 */
async function drop(ctx: Ctx, message: Waiting, { over, told }: Unwanted): Promise<void> {
  if (message.sendingAt !== null) return fail(ctx, { message, ...(told && { told }) }, stoodStill());
  if (message.failedAt === null) await fail(ctx, { message }, new Refused(over));
}

/** Notes that a message could not be prepared: it is no longer on its way until another try of the queue sends it. */
async function failUnprepared(ctx: Ctx, id: number, error: unknown): Promise<void> {
  const message = await waiting(ctx, id);
  if (message) await fail(ctx, { message }, message.sendingAt === null ? error : stoodStill());
}

/** Puts a written message into the queue; an SMS is tried for as long as it is worth. */
export const leaves = (ctx: Ctx, job: Job<Ids>, { id, channel }: { id: number; channel: string }): Promise<void> =>
  ctx.enqueue(job, { companyId: ctx.user.companyId, id }, channel === 'sms' ? { pace: 'sms' } : {});

/**
 * The job `name`, which sends one message of `messages` by its id; a second run finds it sent. `prepare` says how it
 * leaves, or that it shall not any more. Who must know is told of the first failure; the queue tries again, except
 * what was refused for good, and an SMS that a process began to send and did not end: it may have arrived.
 */
export const sender = (
  name: string,
  prepare: (ctx: Ctx, message: Waiting) => Promise<Leaving | Unwanted>,
): Job<Ids> => ({
  name,
  pace: 'mail',
  run: async (call, ids) => {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => call.asCompany(ids.companyId, null, work);
    const ready = await inside(async (ctx) => {
      const message = await waiting(ctx, ids.id);
      if (!message) return undefined;
      const leaving = await prepare(ctx, message);
      if ('over' in leaving) return void (await drop(ctx, message, leaving));
      if (message.channel === 'sms') await mark(ctx, ids.id, { sendingAt: ctx.now });
      return { message, leaving, dealer: await readDealer(ctx) };
    }).catch(async (error: unknown) => {
      await inside((ctx) => failUnprepared(ctx, ids.id, error));
      throw error;
    });
    if (!ready) return;
    try {
      await leave(call, ids, ready);
    } catch (error) {
      await inside((ctx) => fail(ctx, { message: ready.message, ...ready.leaving }, error));
      throw error;
    }
    const { link = null } = ready.leaving;
    await inside((ctx) =>
      mark(ctx, ids.id, { sentAt: ctx.now, linkId: link?.id ?? null, failedAt: null, failure: null }),
    );
  },
});
