/** What the manufacturer sees of the tickets of its network, and what it answers. */
import { sql } from 'kysely';
import type { support as table, TicketHead } from '#domain/support/endpoints.ts';
import { MOST_SHOWN } from '#domain/support/terms.ts';
import { notify } from '../lib/people/notify.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Job } from '../lib/work/context.ts';
import { readWhole, set, take, write } from './tickets.ts';

type Table = typeof table;

/** One of the few readings across companies: tickets hold no person but who writes. */
export const listNetwork: VerbOf<Table, 'GET /network/tickets'> = async ({ db, now }) => {
  const { rows: tickets } = await sql<
    TicketHead & { companyId: number; companyName: string; handler: string | null; fromChat: boolean }
  >`
    select t.company_id, c.name as company_name, t.id, t.subject, t.state, t.asker, t.asked_at, t.answered_at, t.changed_at, t.handler,
      t.chat_mark is not null as from_chat
    from tickets t join companies c on c.company_id = t.company_id
    order by t.state = 'closed', t.state = 'waiting', case when t.state = 'closed' then now() - t.changed_at else t.changed_at - 'epoch'::timestamptz end,
      t.company_id, t.id limit ${MOST_SHOWN}`.execute(db);
  const { rows } = await sql<{ open: number; waiting: number; median: number | null; withinHour: number | null }>`
    select count(*) filter (where t.state = 'open')::int as open, count(*) filter (where t.state = 'waiting')::int as waiting,
      (percentile_cont(0.5) within group (order by extract(epoch from t.answered_at - t.asked_at))
        filter (where t.answered_at > ${now}::timestamptz - interval '30 days') / 60)::int as median,
      round(100.0 * count(*) filter (where t.answered_at > ${now}::timestamptz - interval '30 days' and t.answered_at - t.asked_at <= interval '1 hour')
        / nullif(count(*) filter (where t.answered_at > ${now}::timestamptz - interval '30 days'), 0))::int as within_hour
    from tickets t join companies c on c.company_id = t.company_id`.execute(db);
  const { open, waiting, median, withinHour } = rows[0]!;
  return { tickets, open, waiting, medianMinutes: median, withinHour };
};

export const readFor: VerbOf<Table, 'GET /network/:company_id/tickets/:id'> = (ctx, { params: { id } }) =>
  readWhole(ctx, id, { withNotes: true });

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

export const answer: VerbOf<Table, 'POST /network/:company_id/tickets/:id/messages'> = async (
  ctx,
  { params: { id }, body: { text, as } },
) => {
  const { answeredAt } = await take(ctx, id);
  const { name: author } = ctx.visitor!;
  await write(ctx, id, { side: as === 'note' ? 'note' : 'network', author, text });
  if (as !== 'note') {
    await set(ctx, id, { state: states[as], handler: author, answeredAt: answeredAt ?? ctx.now });
    await ctx.enqueue(ticketAnsweredJob, { companyId: ctx.user.companyId, id, messageAt: ctx.now.toISOString() });
  }
  ctx.audit({ action: as === 'note' ? 'ticket_noted' : 'ticket_answered', entity: 'ticket', entityId: id });
  return readWhole(ctx, id, { withNotes: true });
};
