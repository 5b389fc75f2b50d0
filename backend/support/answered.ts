/** What the manufacturer sees of the tickets of its network, and what it answers. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { NetworkTicket, support as table, TicketHead } from '#domain/support/endpoints.ts';
import type { CompanyState } from '#domain/network/terms.ts';
import { MOST_SHOWN } from '#domain/support/terms.ts';
import { notify } from '../lib/people/notify.ts';
import { isAskedFor } from '../lib/ports/tickets.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { sendFiles } from './files.ts';
import { readColleagues } from './own.ts';
import { readWhole, set, take, write } from './tickets.ts';

type Table = typeof table;

/** One of the few readings across companies: tickets hold no person but who writes. */
export const listNetwork: VerbOf<Table, 'GET /network/tickets'> = async ({ db, now }, { query: { q, cause } }) => {
  const { rows: tickets } = await sql<
    TicketHead & {
      companyId: number;
      companyName: string;
      handler: string | null;
      handlerId: number | null;
      fromChat: boolean;
      cause: string;
    }
  >`
    select t.company_id, c.name as company_name, t.id, t.subject, t.state, t.asker, t.asked_at, t.answered_at, t.changed_at, t.handler, t.handler_id,
      t.chat_mark is not null as from_chat, t.cause
    from tickets t join companies c on c.company_id = t.company_id
    where ${isAskedFor(q, sql`concat_ws(' ', t.subject, t.asker, c.name)`)} ${cause === undefined ? sql`` : sql`and t.cause = ${cause}`}
    order by t.state = 'closed', t.state = 'waiting', case when t.state = 'closed' then now() - t.changed_at else t.changed_at - 'epoch'::timestamptz end,
      t.company_id, t.id limit ${MOST_SHOWN}`.execute(db);
  const { rows } = await sql<{
    open: number;
    waiting: number;
    closed: number;
    median: number | null;
    withinHour: number | null;
  }>`
    select count(*) filter (where t.state = 'open')::int as open, count(*) filter (where t.state = 'waiting')::int as waiting,
      count(*) filter (where t.state = 'closed')::int as closed,
      (percentile_cont(0.5) within group (order by extract(epoch from t.answered_at - t.asked_at))
        filter (where t.answered_at > ${now}::timestamptz - interval '30 days') / 60)::int as median,
      round(100.0 * count(*) filter (where t.answered_at > ${now}::timestamptz - interval '30 days' and t.answered_at - t.asked_at <= interval '1 hour')
        / nullif(count(*) filter (where t.answered_at > ${now}::timestamptz - interval '30 days'), 0))::int as within_hour
    from tickets t join companies c on c.company_id = t.company_id`.execute(db);
  const { median, ...counts } = rows[0]!;
  return { tickets, colleagues: await readColleagues({ db }), ...counts, medianMinutes: median };
};

/** A ticket with what the manufacturer keeps of it, and how its company stands; in a door. */
export async function readForNetwork(ctx: Ctx, id: number): Promise<NetworkTicket> {
  const { companyId } = ctx.user;
  const ticket = await readWhole(ctx, id, { withNotes: true });
  const { rows } = await sql<{ cause: string; name: string; state: CompanyState; going: number; closed: number }>`
    select t.cause, c.name, case when c.suspended_at is null then c.state else 'suspended' end as state,
      (select count(*)::int from tickets o where o.company_id = ${companyId} and o.state <> 'closed') as going,
      (select count(*)::int from tickets o where o.company_id = ${companyId} and o.state = 'closed') as closed
    from tickets t join companies c on c.company_id = t.company_id
    where t.company_id = ${companyId} and t.id = ${id}`.execute(ctx.db);
  const { cause, ...company } = rows[0]!;
  return { ...ticket, cause, company };
}

export const readFor: VerbOf<Table, 'GET /network/:company_id/tickets/:id'> = (ctx, { params: { id } }) =>
  readForNetwork(ctx, id);

/** Tells the asker in the company's own transaction: the manufacturer's may not write to its people. */
export const ticketAnsweredJob: Job<{ companyId: number; id: number; messageAt: string }> = {
  name: 'ticket-answered',
  run: ({ asCompany }, { companyId, id, messageAt }) =>
    asCompany(companyId, null, async (ctx) => {
      const { askerId, subject, handler } = await take(ctx, id);
      await notify(ctx, [askerId], {
        kind: 'ticket_answered',
        title: `${handler ?? 'La Casa'} ha risposto: ${subject}`,
        text: 'La risposta è nella pagina dell’assistenza.',
        href: `/dealer/support?ticket=${id}`,
        once: `ticket_answered:${id}:${messageAt}`,
      });
    }),
};

const states = { wait: 'waiting', close: 'closed' } as const;

/** Throws `conflict` where somebody has written after the last message that was read. */
async function assertRead({ db, user }: Ctx, id: number, after: number): Promise<void> {
  const newer = await db
    .selectFrom('ticketMessages')
    .select('author')
    .where('companyId', '=', user.companyId)
    .where('ticketId', '=', id)
    .where('id', '>', after)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (newer) throw new Failure('conflict', `Nel frattempo ha scritto ${newer.author}: ricaricare e rileggere.`);
}

export const answer: VerbOf<Table, 'POST /network/:company_id/tickets/:id/messages'> = async (
  ctx,
  { params: { id }, body: { text, as, after, fileIds } },
) => {
  const { answeredAt } = await take(ctx, id);
  const { id: handlerId, name: author } = ctx.visitor!;
  if (after !== undefined) await assertRead(ctx, id, after);
  const messageId = await write(ctx, id, { side: as === 'note' ? 'note' : 'network', author, text });
  await sendFiles(ctx, { ticketId: id, messageId }, fileIds);
  if (as !== 'note') {
    await set(ctx, id, { state: states[as], handler: author, handlerId, answeredAt: answeredAt ?? ctx.now });
    await ctx.enqueue(ticketAnsweredJob, { companyId: ctx.user.companyId, id, messageAt: ctx.now.toISOString() });
  }
  ctx.audit({ action: as === 'note' ? 'ticket_noted' : 'ticket_answered', entity: 'ticket', entityId: id });
  return readForNetwork(ctx, id);
};
