import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { covered } from '#domain/support/cover.ts';
import type { Ticket } from '#domain/support/endpoints.ts';
import { MOST_MESSAGES, type TicketState } from '#domain/support/terms.ts';
import type { Ctx } from '../lib/work/context.ts';

type Kept = Omit<Ticket, 'messages'> & { askerId: number };

/** The ticket of the company of the transaction, locked until the end. Throws `not_found`. */
export async function take({ db, user }: Ctx, id: number): Promise<Kept> {
  const row = await db
    .selectFrom('tickets')
    .select(['id', 'subject', 'state', 'page', 'asker', 'askerId', 'askedAt', 'answeredAt', 'changedAt', 'handler'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return { ...row, state: row.state as TicketState };
}

/** The ticket with what was written; `withNotes`: also what the manufacturer writes for itself. */
export async function readWhole(ctx: Ctx, id: number, { withNotes }: { withNotes: boolean }): Promise<Ticket> {
  const row = await take(ctx, id);
  const { rows: messages } = await sql<
    Ticket['messages'][number]
  >`select id, side, author, text, at from ticket_messages
    where company_id = ${ctx.user.companyId} and ticket_id = ${id} ${withNotes ? sql`` : sql`and side <> 'note'`}
    order by id limit ${MOST_MESSAGES}`.execute(ctx.db);
  return { ...row, messages };
}

interface Written {
  side: 'dealer' | 'network' | 'note';
  author: string;
  text: string;
}

/** Writes into a ticket. Throws `conflict` when it is full. */
export async function write(ctx: Ctx, ticketId: number, { text, ...who }: Written): Promise<void> {
  const { companyId } = ctx.user;
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from ticket_messages
    where company_id = ${companyId} and ticket_id = ${ticketId}`.execute(ctx.db);
  if (rows[0]!.many >= MOST_MESSAGES) throw new Failure('conflict', 'Il ticket è troppo lungo: aprirne un altro.');
  await ctx.db
    .insertInto('ticketMessages')
    .values({ companyId, ticketId, ...who, text: covered(text), at: ctx.now })
    .execute();
}

export const set = (
  ctx: Ctx,
  id: number,
  changes: { state?: TicketState; handler?: string; answeredAt?: Date | string },
) =>
  ctx.db
    .updateTable('tickets')
    .set({ ...changes, changedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
