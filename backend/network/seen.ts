import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { NetworkDealer, network as table } from '#domain/network/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import type { CompanyState } from '#domain/network/terms.ts';
import { privileges } from '#domain/privileges.ts';
import { readNational } from '../lib/records/provinces.ts';
import type { VerbOf } from '../lib/work/bind.ts';

type Table = typeof table;

/** States of a contract that is approved and still stands. */
const STILL_SOLD = ['approved', 'billed', 'completed'];

/**
 * The figures of the network, from what companies tell of themselves (facts.ts): a question to every company that
 * reads no record of theirs.
 */
export const readNetwork: VerbOf<Table, 'GET /companies/network'> = async ({ db, today }) => {
  const month = sql`date_trunc('month', ${today}::date)::date`;
  const begun = (entity: string) => sql`(select company_id, count(distinct record_id)::int as many from network_facts
    where entity = ${entity} and day >= ${month} and not exists (select from network_facts former
      where former.company_id = network_facts.company_id and former.entity = ${entity}
        and former.record_id = network_facts.record_id and former.id < network_facts.id)
    group by company_id)`;
  const dealers = await sql<NetworkDealer>`
    select c.company_id as id, c.name, c.province, case when c.suspended_at is null then c.state else 'suspended' end as state, coalesce(q.many, 0) as quotes, coalesce(t.many, 0) as contracts,
      coalesce(l.many, 0) as leads, coalesce(v.many, 0) as visits, coalesce(o.many, 0) as open
    from companies c
      left join (select company_id, count(distinct record_id)::int as many from network_facts
        where entity = 'quote' and state = 'issued' and day >= ${month} group by company_id) q on q.company_id = c.company_id
      left join (select f.company_id, sum(f.count)::int as many
        from (select distinct a.company_id, a.record_id, o.count from network_facts a
          join network_facts o on o.company_id = a.company_id and o.entity = 'contract' and o.record_id = a.record_id and o.until is null
          where a.entity = 'contract' and a.state = 'approved' and a.day >= ${month} and o.state = any(${STILL_SOLD}::text[])) f
        group by f.company_id) t on t.company_id = c.company_id
      left join ${begun('lead')} l on l.company_id = c.company_id
      left join ${begun('access')} v on v.company_id = c.company_id
      left join (select company_id, count(*)::int as many from network_facts
        where entity = 'quote' and state in ('issued', 'accepted') and until is null group by company_id) o on o.company_id = c.company_id
    where c.company_id <> ${MANUFACTURER} order by c.name, c.company_id`.execute(db);
  const campaigns = await sql<{ id: number; name: string; companies: number; quotes: number; given: number }>`
    select p.id, p.name, count(distinct u.company_id)::int as companies, count(*)::int as quotes, sum(u.amount)::bigint as given
    from network_uses u
      join network_facts f on f.company_id = u.company_id and f.entity = 'quote' and f.record_id = u.record_id and f.until is null
        and f.state in ('issued', 'accepted', 'converted')
      join campaigns p on p.company_id = ${MANUFACTURER} and p.id = u.campaign_id
    group by p.id, p.name order by p.name, p.id limit 500`.execute(db);
  const counts = await sql<{ makers: number; models: number; versions: number }>`
    select (select count(*) from makers where published) as makers, (select count(*) from models where published) as models,
      (select count(*) from versions where published) as versions`.execute(db);
  return { dealers: dealers.rows, campaigns: campaigns.rows, ...counts.rows[0]! };
};

/** The people of a company, in a door: what the manufacturer may know of them, and nothing else of theirs. */
export const readUsers: VerbOf<Table, 'GET /network/:company_id/users'> = async ({ db, user }) => {
  const company = await db
    .selectFrom('companies')
    .select(['companyId as id', 'name', 'province', 'state', 'suspendedAt', 'suspendedFor'])
    .where('companyId', '=', user.companyId)
    .executeTakeFirst();
  if (!company) throw new Failure('not_found');
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'roleName', 'archivedAt', 'invitedAt', 'lastLoginAt', 'privileges'])
    .where('companyId', '=', user.companyId)
    .where('service', '=', false)
    .orderBy('name')
    .orderBy('id')
    .limit(1000)
    .execute();
  const people = users.map(({ archivedAt, invitedAt, privileges: held, ...one }) => ({
    ...one,
    isManager: held.includes(privileges.manageUsers),
    state: archivedAt
      ? ('blocked' as const)
      : invitedAt && !one.lastLoginAt
        ? ('invited' as const)
        : ('active' as const),
  }));
  return {
    company: {
      ...company,
      state: company.suspendedAt ? 'suspended' : (company.state as CompanyState),
      hasManager: people.some(({ isManager, state }) => isManager && state === 'active'),
    },
    users: people,
  };
};

export const readOffered: VerbOf<Table, 'GET /network/companies/new'> = async ({ db, today }) => ({
  makers: await db.selectFrom('makers').select(['id', 'name']).where('published', '=', true).orderBy('name').execute(),
  provinces: (await readNational(db, today)).map(({ code, name }) => ({ code, name })),
});
