import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { covered } from '#domain/support/cover.ts';
import type { Ticket } from '#domain/support/endpoints.ts';
import { MOST_MESSAGES, SHOWN_DAYS, UNANSWERED_DAYS, type TicketState } from '#domain/support/terms.ts';
import { dropSent } from '../lib/files/sent.ts';
import { forget, hold, showNetwork } from '../lib/files/uploads.ts';
import { forEachCompany } from '../lib/people/companies.ts';
import type { Ctx, Job } from '../lib/work/context.ts';

type Kept = Omit<Ticket, 'messages'> & { askerId: number; cause: string };

/** The ticket of the company of the transaction, locked until the end. Throws `not_found`. */
export async function take({ db, user }: Ctx, id: number): Promise<Kept> {
  const { rows } =
    await sql<Kept>`select t.id, t.subject, t.state, t.page, t.asker, t.asker_id, t.asked_at, t.answered_at,
      t.changed_at, t.handler, t.handler_id, t.cause, coalesce(u.role_name, '') as asker_role
    from tickets t left join users u on u.company_id = t.company_id and u.id = t.asker_id
    where t.company_id = ${user.companyId} and t.id = ${id} for no key update of t`.execute(db);
  const row = rows[0];
  if (!row) throw new Failure('not_found');
  return row;
}

/** The ticket with what was written; `withNotes`: also what the manufacturer writes for itself. */
export async function readWhole(ctx: Ctx, id: number, { withNotes }: { withNotes: boolean }): Promise<Ticket> {
  const { cause: _cause, ...row } = await take(ctx, id);
  const { companyId } = ctx.user;
  const { rows: messages } = await sql<
    Ticket['messages'][number]
  >`select m.id, m.side, m.author, coalesce(d.text, m.text) as text, m.at, d.text is not null as persons, coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'bytes', u.bytes) order by f.id)
        from ticket_disclosures f join uploads u on u.company_id = f.company_id and u.id = f.upload_id
        where f.company_id = ${companyId} and f.ticket_id = ${id} and f.message_id = m.id), (
        select jsonb_agg(jsonb_build_object('id', f.upload_id, 'name', f.name, 'bytes', f.bytes) order by f.upload_id)
        from ticket_files f where f.company_id = ${companyId} and f.ticket_id = ${id} and f.message_id = m.id), '[]') as files
    from ticket_messages m left join ticket_disclosures d on d.company_id = m.company_id and d.ticket_id = m.ticket_id
      and d.message_id = m.id and d.text is not null
    where m.company_id = ${companyId} and m.ticket_id = ${id} ${withNotes ? sql`` : sql`and m.side <> 'note'`}
    order by m.id limit ${MOST_MESSAGES}`.execute(ctx.db);
  return { ...row, messages };
}

interface Written {
  side: 'dealer' | 'network' | 'note';
  author: string;
  text: string;
  /** Whether the manufacturer reads it as it was typed, with these uploads of the author. */
  persons?: boolean;
  fileIds?: readonly number[];
}

/**
 * Writes into a ticket; the message itself is covered, what is shown on purpose lies beside it. Throws `conflict` when it
 * is full, `invalid` at the files. Returns the id of the message.
 */
export async function write(
  ctx: Ctx,
  ticketId: number,
  { text, side, author, persons = false, fileIds = [] }: Written,
): Promise<number> {
  const { companyId } = ctx.user;
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from ticket_messages
    where company_id = ${companyId} and ticket_id = ${ticketId}`.execute(ctx.db);
  if (rows[0]!.many >= MOST_MESSAGES) throw new Failure('conflict', 'Il ticket è troppo lungo: aprirne un altro.');
  const { id: messageId } = await ctx.db
    .insertInto('ticketMessages')
    .values({ companyId, ticketId, side, author, text: covered(text), at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!persons) return messageId;
  const files = await hold(ctx, fileIds, 'ticket', 'fileIds');
  await showNetwork(ctx, fileIds, true);
  const shown = [
    ...(covered(text) === text ? [] : [{ text, uploadId: null }]),
    ...files.map((file) => ({ text: null, uploadId: file.id })),
  ];
  if (shown.length > 0)
    await ctx.db
      .insertInto('ticketDisclosures')
      .values(shown.map((one) => ({ companyId, ticketId, messageId, ...one })))
      .execute();
  return messageId;
}

/** What was shown of persons goes once its time is over: the files, those of answers too, and the texts, of which the covered ones stay. */
async function cover(ctx: Ctx): Promise<void> {
  const { companyId } = ctx.user;
  const before = (days: number) => new Date(ctx.now.getTime() - days * 86_400_000).toISOString();
  const { rows } = await sql<{
    ticketId: number;
    uploadId: number | null;
  }>`delete from ticket_disclosures d using tickets t
    where d.company_id = ${companyId} and t.company_id = d.company_id and t.id = d.ticket_id
      and t.changed_at < case when t.state = 'open' then ${before(UNANSWERED_DAYS)}::timestamptz else ${before(SHOWN_DAYS)} end
    returning d.ticket_id, d.upload_id`.execute(ctx.db);
  await dropSent(ctx, rows.map(({ ticketId }) => ticketId)); // prettier-ignore
  await forget(
    ctx,
    rows.flatMap(({ uploadId }) => (uploadId === null ? [] : [uploadId])),
  );
}

/**
 * Covers what was shown of persons with tickets that ended some time ago, or whose asker has not come back to the answer
 * since, and at the latest after half a year without an answer. Also of suspended companies: the manufacturer reads on.
 */
export const coverJob: Job<Record<string, never>> = {
  name: 'cover-tickets',
  cron: '33 3 * * *',
  run: (call) => forEachCompany(call, cover, { evenSuspended: true }),
};

/** Writes what the manufacturer keeps of a ticket for itself: nothing has happened for the asker. */
export const note = (
  { db, user }: Ctx,
  id: number,
  changes: { handler?: string; handlerId?: number; cause?: string },
) => db.updateTable('tickets').set(changes).where('companyId', '=', user.companyId).where('id', '=', id).execute();

export const set = (
  ctx: Ctx,
  id: number,
  changes: { state?: TicketState; handler?: string; handlerId?: number; answeredAt?: Date | string },
) =>
  ctx.db
    .updateTable('tickets')
    .set({ ...changes, changedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
