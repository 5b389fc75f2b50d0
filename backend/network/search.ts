/** What Ctrl+K finds of the network: companies and tickets, from what lies open to the manufacturer anyway. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { searchCalls as table } from '#domain/network/search.ts';
import { privileges } from '#domain/privileges.ts';
import { ticketStates, type TicketState } from '#domain/support/terms.ts';
import { HITS } from '../lib/ports/area.ts';
import { isAskedFor } from '../lib/ports/tickets.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';

async function companies({ db }: Ctx, text: string) {
  const { rows } = await sql<{ id: number; name: string; province: string }>`
    select c.company_id as id, c.name, c.province from companies c where c.company_id <> ${MANUFACTURER}
      and strpos(lower(c.name), ${text}) > 0 order by c.name, c.company_id limit ${HITS}`.execute(db);
  return rows.map(({ id, name, province }) => ({
    label: 'Concessionaria',
    icon: 'building-2' as const,
    title: name,
    subtitle: province,
    href: `/fms/companies/${id}/users`,
  }));
}

/** Those that go on first. */
async function tickets({ db, user }: Ctx, text: string) {
  if (!user.privileges.includes(privileges.managePreferences)) return [];
  const { rows } = await sql<{ id: number; companyId: number; company: string; subject: string; state: TicketState }>`
    select t.id, t.company_id, c.name as company, t.subject, t.state
    from tickets t join companies c on c.company_id = t.company_id
    where ${isAskedFor(text, sql`concat_ws(' ', t.subject, t.asker)`)}
    order by t.state = 'closed', t.changed_at desc, t.company_id, t.id limit ${HITS}`.execute(db);
  return rows.map(({ id, companyId, company, subject, state }) => ({
    label: 'Ticket',
    icon: 'file-text' as const,
    title: subject,
    subtitle: `${company}, n. ${id}, ${ticketStates[state].label.toLowerCase()}`,
    href: `/fms/support?ticket=${companyId}-${id}`,
  }));
}

export const searchNetwork: VerbOf<typeof table, 'GET /network/search'> = async (ctx, { query: { q } }) => {
  const text = q.toLowerCase();
  return [...(await companies(ctx, text)), ...(await tickets(ctx, text))];
};
