/** Who takes a lead: colleagues to choose from, and whose turn it is. */
import { sql } from 'kysely';
import { instantInRome } from '#domain/dates.ts';
import { assignable } from '#domain/leads/rights.ts';
import { privileges as p } from '#domain/privileges.ts';
import { nextOf } from '#domain/rotation.ts';
import type { Ctx } from '../lib/context.ts';

/** Colleagues to whom a lead may be given. */
export const assigneesOf = ({ db, user }: Ctx): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .where(sql<boolean>`privileges && ${[...assignable, p.manageAllLeads]}::int[]`)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** The colleague who last had a lead of this telephone or e-mail. */
async function ownSellerOf({ db, user }: Ctx, { phone, email }: { phone: string | null; email: string | null }) {
  const { rows } = await sql<{ assigneeId: number }>`select assignee_id from leads
    where company_id = ${user.companyId} and assignee_id is not null and (phone = ${phone} or lower(email) = ${email?.toLowerCase() ?? null})
    order by id desc limit 1`.execute(db);
  return rows[0]?.assigneeId ?? null;
}

/**
 * Who takes a lead that nobody was chosen for: who knows the customer, else whose turn it is among the sellers of its
 * location (of all, where it has none). Null: it waits for who manages leads.
 */
export async function nextAssignee(
  ctx: Ctx,
  { phone, email, locationId }: { phone: string | null; email: string | null; locationId: number | null },
): Promise<number | null> {
  const { companyId } = ctx.user;
  // Two leads that come at once must not take the same turn: the second one counts the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`turn ${companyId}`}, 0))`.execute(ctx.db);
  const midnight = instantInRome(ctx.today, '00:00').toISOString();
  const { rows } = await sql<{ id: number; turns: number; lastAt: string | null }>`
    select u.id, count(l.id)::int as turns, max(l.received_at) as last_at
    from users u left join leads l on l.company_id = ${companyId} and l.assignee_id = u.id and l.received_at >= ${midnight}
    where u.company_id = ${companyId} and u.archived_at is null and not u.service and ${p.createQuotes} = any(u.privileges)
      and (${locationId}::bigint is null or exists (select from user_locations w
        where w.company_id = ${companyId} and w.user_id = u.id and w.location_id = ${locationId}))
    group by u.id`.execute(ctx.db);
  const free = rows.map(({ id, turns, lastAt }) => ({
    id,
    turns,
    lastAt: lastAt === null ? null : Date.parse(lastAt),
    languages: [],
    makerIds: [],
  }));
  const ownSellerId = await ownSellerOf(ctx, { phone, email });
  return nextOf(free, { ownSellerId, language: null, makerId: null })?.id ?? null;
}
