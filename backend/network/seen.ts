import { sql } from 'kysely';
import { addMonths } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { NetworkDealer, network as table } from '#domain/network/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { sum } from '#domain/money.ts';
import { spanOf } from '#domain/network/targets.ts';
import type { CompanyState } from '#domain/network/terms.ts';
import { privileges } from '#domain/privileges.ts';
import { endOfMonth, type Days } from '#domain/record/figures.ts';
import { expectedBy } from '#domain/stats/targets/divide.ts';
import { hoursOf } from '#domain/companies/opening.ts';
import { eachDay, workdays } from '#domain/time.ts';
import type { UserState } from '#domain/users/terms.ts';
import { starterFields } from '#domain/preferences/starter.ts';
import { roadCostOf } from '#domain/quotes/sheet/road-cost.ts';
import { readSettingsOn } from '../lib/records/params.ts';
import { readNational } from '../lib/records/provinces.ts';
import { hasManager, readWaiting } from '../lib/people/invited.ts';
import { stands, usesOn } from '../lib/records/told.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readSuspending } from './suspending.ts';
import { platedBetween, soldBetween } from './sold.ts';
import { begunSince, issuedSince } from './volumes.ts';

type Table = typeof table;

/** Each month of a span with its usual working days, and how many of them have begun. */
function monthsOf({ from, to }: Days, today: string) {
  const usual = hoursOf(null);
  const months = [];
  for (let first = from; first <= to; first = addMonths(first, 1)) {
    const all = eachDay({ from: first, to: endOfMonth(first) });
    const past = all.filter((day) => day <= today);
    months.push({ month: first, worked: workdays(past, usual), working: workdays(all, usual) });
  }
  return months;
}

interface Target {
  dealerId: number;
  /** Its first day. */
  month: string;
  amount: number;
}

/** What is expected of each company in each month of a span. */
async function targetsBetween(db: Ctx['db'], { from, to }: Days): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select dealer_id, make_date(year, month, 1)::text as month, amount from network_targets
    where company_id = ${MANUFACTURER} and make_date(year, month, 1) between ${from}::date and ${to}::date`.execute(db);
  return rows;
}

/** What counts for a company over a span, as SQL by company. */
function countsOf(from: string, to: string, today: string, makerId: number | undefined) {
  /** Condition: the stay `t` is of a model of the maker that is asked for. */
  const ofMaker =
    makerId === undefined ? sql`true` : sql`t.model_id in (select o.id from models o where o.maker_id = ${makerId})`;
  const begun = (entity: string) =>
    sql`(select company_id, count(*)::int as many from ${begunSince(entity, from)} b group by company_id)`;
  return {
    // Without a maker nobody asks which model the newest revision is of.
    quotes:
      makerId === undefined
        ? sql`(select company_id, count(distinct record_id)::int as many from network_facts
            where entity = 'quote' and state = 'issued' and day >= ${from}::date group by company_id)`
        : sql`(select t.company_id, count(*)::int as many from ${issuedSince(from)} t where ${ofMaker} group by t.company_id)`,
    contracts: sql`(select company_id, sum(many)::int as many, jsonb_object_agg(month, many) as months
      from (select t.company_id, date_trunc('month', t.day)::date::text as month, sum(t.count)::int as many
        from ${soldBetween(from, to)} t where ${ofMaker} group by 1, 2) m group by company_id)`,
    plated: sql`(select t.company_id, sum(t.count)::int as many from ${platedBetween(from, to)} t where ${ofMaker} group by t.company_id)`,
    leads: begun('lead'),
    visits: begun('access'),
    open: sql`(select t.company_id, count(*)::int as many from network_facts t
      where t.entity = 'quote' and t.state in ('issued', 'accepted') and ${stands('t', today)} and ${ofMaker} group by t.company_id)`,
  };
}

/** Claims of the manufacturer's campaigns that wait, and how the campaigns are used. */
async function readCampaigns(db: Ctx['db'], today: string) {
  const claims = await sql<{
    id: number;
    name: string;
    companies: number;
    claims: number;
    amount: number;
    since: string;
  }>`
    select p.id, p.name, count(distinct f.company_id)::int as companies, count(*)::int as claims, coalesce(sum(f.amount), 0)::bigint as amount, min(f.day)::text as since
    from network_facts f join campaigns p on p.company_id = ${MANUFACTURER} and p.id = f.campaign_id
    where f.entity = 'claim' and f.state = 'claimed' and f.until is null
    group by p.id, p.name order by min(f.day), p.id limit 100`.execute(db);
  // Added up before they are named: a cluster joins no table of every node with rows that are of two kinds.
  const campaigns = await sql<{ id: number; name: string; companies: number; quotes: number; given: number }>`
    select p.id, p.name, u.companies, u.quotes, u.given
    from (select u.campaign_id, count(distinct u.company_id)::int as companies, count(*)::int as quotes, sum(u.amount)::bigint as given
        from ${usesOn(today)} u group by u.campaign_id) u
      join campaigns p on p.company_id = ${MANUFACTURER} and p.id = u.campaign_id
    order by p.name, p.id limit 500`.execute(db);
  return { claims: claims.rows, campaigns: campaigns.rows };
}

/**
 * The figures of the network, from what companies tell of themselves (facts.ts): a question to every company that
 * reads no record of theirs. What is expected by today counts the usual working days.
 */
export const readNetwork: VerbOf<Table, 'GET /companies/network'> = async ({ db, today }, { query }) => {
  const { span, makerId } = query;
  const { from, to } = spanOf(span, today);
  // What is expected of a company is cars of all makers.
  const set = makerId === undefined ? await targetsBetween(db, { from, to }) : [];
  const counts = countsOf(from, to, today, makerId);
  const { rows } = await sql<
    Omit<NetworkDealer, 'target' | 'expected' | 'aimed'> & { sells: boolean; sold: Record<string, number> | null }
  >`
    select c.company_id as id, c.name, c.province, case when c.suspended_at is null then c.state else 'suspended' end as state, coalesce(q.many, 0) as quotes, coalesce(t.many, 0) as contracts, t.months as sold, coalesce(r.many, 0) as plated,
      coalesce(l.many, 0) as leads, coalesce(v.many, 0) as visits, coalesce(o.many, 0) as open,
      coalesce(p.many, 0) as people, coalesce(p.managers, 0) > 0 as has_manager, coalesce(k.many, 0) as tickets, k.since as ticket_since,
      coalesce(a.many, 0) as claims, coalesce(a.amount, 0)::bigint as claimed, c.suspended_at, c.created_at as opened_at, p.last_on::text as last_login_on,
      case when c.brands is not null then array(select m.name from makers m where m.id = any(c.brands) order by m.name) end as brands,
      (${makerId ?? null}::bigint is null or c.brands is null or ${makerId ?? null}::bigint = any(c.brands)) as sells
    from companies c
      left join ${counts.quotes} q on q.company_id = c.company_id
      left join ${counts.contracts} t on t.company_id = c.company_id
      left join ${counts.plated} r on r.company_id = c.company_id
      left join ${counts.leads} l on l.company_id = c.company_id
      left join ${counts.visits} v on v.company_id = c.company_id
      left join ${counts.open} o on o.company_id = c.company_id
      left join (select company_id, sum(people)::int as many, sum(managers)::int as managers, max(last_login_on) as last_on from network_people group by company_id) p on p.company_id = c.company_id
      left join (select company_id, count(*)::int as many, min(changed_at) as since from tickets where state = 'open' group by company_id) k on k.company_id = c.company_id
      left join (select company_id, count(*)::int as many, sum(amount)::bigint as amount from network_facts
        where entity = 'claim' and state = 'claimed' and until is null group by company_id) a on a.company_id = c.company_id
    where c.company_id <> ${MANUFACTURER} order by c.name, c.company_id`.execute(db);
  const months = monthsOf({ from, to }, today);
  const targets = new Map(set.map(({ dealerId, month, amount }) => [`${dealerId}/${month}`, amount]));
  // Who sells the maker no more still has what was sold.
  const asked = rows.filter(
    ({ sells, contracts, plated, quotes, open }) => sells || contracts + plated + quotes + open > 0,
  );
  const dealers = asked.map(({ sells: _sells, sold, ...dealer }) => {
    const cells = months.map(({ month, ...pace }) => ({
      pace,
      amount: targets.get(`${dealer.id}/${month}`),
      done: sold?.[month] ?? 0,
    }));
    const held = cells.flatMap(({ amount, ...one }) => (amount === undefined ? [] : [{ ...one, amount }]));
    const expected = held.map(({ pace, amount }) => expectedBy(amount, pace) ?? amount);
    return {
      ...dealer,
      aimed: sum(held.map(({ done }) => done)),
      target: held.length === 0 ? null : sum(held.map(({ amount }) => amount)),
      expected: held.length === 0 ? null : sum(expected),
    };
  });
  const { rows: size } = await sql<{ makers: number; models: number; versions: number }>`
    select (select count(*) from makers where published) as makers, (select count(*) from models where published) as models,
      (select count(*) from versions where published) as versions`.execute(db);
  return {
    brands: await db
      .selectFrom('makers')
      .select(['id', 'name'])
      .where('published', '=', true)
      .orderBy('name')
      .execute(),
    span: {
      from,
      to,
      worked: sum(months.map(({ worked }) => worked)),
      working: sum(months.map(({ working }) => working)),
    },
    dealers,
    ...(await readCampaigns(db, today)),
    ...size[0]!,
  };
};

/** How somebody stands, as far as a door sees: who has chosen a password and not come yet has not entered. */
function stateOf(one: Record<'archivedAt' | 'invitedAt' | 'lastLoginAt', string | null>): UserState {
  if (one.archivedAt) return 'blocked';
  if (one.lastLoginAt) return 'active';
  return one.invitedAt ? 'invited' : 'uninvited';
}

/** The people of a company, in a door: what the manufacturer may know of them, and nothing else of theirs. */
export const readUsers: VerbOf<Table, 'GET /network/:company_id/users'> = async (ctx) => {
  const { db, user } = ctx;
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
    state: stateOf({ archivedAt, invitedAt, lastLoginAt: one.lastLoginAt }),
  }));
  return {
    company: {
      ...company,
      state: company.suspendedAt ? 'suspended' : (company.state as CompanyState),
      hasManager: await hasManager(ctx),
    },
    users: people,
    invitations: await readWaiting(ctx),
    suspending: await readSuspending(ctx),
  };
};

export const readOffered: VerbOf<Table, 'GET /network/companies/new'> = async ({ db, today }) => ({
  makers: await db.selectFrom('makers').select(['id', 'name']).where('published', '=', true).orderBy('name').execute(),
  provinces: (await readNational(db, today)).map(({ code, name }) => ({ code, name })),
  roadCost: roadCostOf(
    (await readSettingsOn(db, MANUFACTURER, { group: 'starter', fields: starterFields }, [today]))[0]!,
  ),
});
