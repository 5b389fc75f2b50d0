/** Who takes a lead: colleagues to choose from, the company's rules, and whose turn it is. */
import { sql } from 'kysely';
import { instantInRome } from '#domain/dates.ts';
import { ruleFor, type RuleFacts } from '#domain/leads/assignment.ts';
import { assignable } from '#domain/leads/rights.ts';
import { privileges as p } from '#domain/privileges.ts';
import { nextOf } from '#domain/rotation.ts';
import type { Ctx } from '../lib/work/context.ts';
import { colleaguesWith } from '../lib/people/people.ts';
import { atWork } from './at-work.ts';
import { readLeadSettings } from './in-force.ts';

/** Colleagues to whom a lead may be given. */
export const assigneesOf = (ctx: Ctx) => colleaguesWith(ctx, [...assignable, p.manageAllLeads]);

interface Contact {
  phone: string | null;
  email: string | null;
}

/** The colleague who last had a lead of this telephone or e-mail. */
async function ownSellerOf({ db, user }: Ctx, { phone, email }: Contact) {
  // Each by its index: together they would walk all leads of the company backwards.
  const { rows } = await sql<{ assigneeId: number }>`select assignee_id from (
      select id, assignee_id from leads where company_id = ${user.companyId} and assignee_id is not null and phone = ${phone}
      union all
      select id, assignee_id from leads where company_id = ${user.companyId} and assignee_id is not null
        and email_key = ${email?.toLowerCase() ?? null}) known
    order by id desc limit 1`.execute(db);
  return rows[0]?.assigneeId ?? null;
}

/** The sellers of a location (of all, where there is none), with today's leads of each, or the open ones by `load`. */
async function sellersOf({ db, user, today }: Ctx, locationId: number | null, how: 'turn' | 'load') {
  const { companyId } = user;
  const midnight = instantInRome(today, '00:00').toISOString();
  const counted = how === 'turn' ? sql`l.received_at >= ${midnight}` : sql`l.state <> 'closed'`;
  const { rows } = await sql<{ id: number; turns: number; lastAt: string | null }>`
    select u.id, n.turns, n.last_at
    from users u cross join lateral (select count(*)::int as turns, max(l.received_at) filter (where l.received_at >= ${midnight}) as last_at
      from leads l where l.company_id = ${companyId} and l.assignee_id = u.id and ${counted}) n
    where u.company_id = ${companyId} and u.archived_at is null and not u.service and ${p.createQuotes} = any(u.privileges)
      and (${locationId}::bigint is null or exists (select from user_locations w
        where w.company_id = ${companyId} and w.user_id = u.id and w.location_id = ${locationId}))`.execute(db);
  return rows;
}

/** Who takes a lead, by which rule (-1: the usual one) and why, in Italian; who would have been asked but is away. */
interface Chosen {
  id: number | null;
  assignee: string | null;
  at: number;
  why: string;
  away: string[];
}

/** Applies the rules in force to a lead that nobody was chosen for; who is away until its deadline takes none. */
export async function chooseAssignee(ctx: Ctx, facts: RuleFacts & Contact): Promise<Chosen> {
  const { at, rule } = ruleFor((await readLeadSettings(ctx)).rules, facts);
  const people = await assigneesOf(ctx);
  const sellers = rule.how === 'turn' || rule.how === 'load' ? await sellersOf(ctx, facts.locationId, rule.how) : [];
  const ownId = rule.keeps ? await ownSellerOf(ctx, facts) : null;
  const wanted = [ownId, rule.how === 'person' ? rule.userId : null, ...sellers.map(({ id }) => id)];
  const asked = people.filter(({ id }) => wanted.includes(id));
  const here = await atWork(
    ctx,
    facts,
    asked.map(({ id }) => id),
  );
  const away = asked.flatMap(({ id, name }) => (here.has(id) ? [] : [name]));
  const chosen = (id: number | null, why: string): Chosen => {
    const assignee = people.find((one) => one.id === id)?.name ?? null;
    return { id, at, why, away, assignee };
  };
  if (ownId !== null && here.has(ownId)) return chosen(ownId, 'segue già il cliente');
  if (rule.how === 'nobody') return chosen(null, 'lo assegna un responsabile');
  if (rule.how === 'person') {
    if (rule.userId !== null && here.has(rule.userId)) return chosen(rule.userId, 'lo dice la regola');
    const isAway = asked.some(({ id }) => id === rule.userId);
    return chosen(null, `la persona della regola ${isAway ? 'è assente' : 'non c’è più'}: lo assegna un responsabile`);
  }
  const free = sellers
    .filter(({ id }) => here.has(id))
    .map(({ id, turns, lastAt }) => ({
      id,
      turns,
      lastAt: lastAt === null ? null : Date.parse(lastAt),
      languages: [],
      makerIds: [],
    }));
  const next = nextOf(free, { ownSellerId: null, language: null, makerId: null });
  if (next) return chosen(next.id, rule.how === 'load' ? 'ha meno lead aperti' : 'è il suo turno');
  const why = sellers.length > 0 ? 'sono tutti assenti' : 'nessun venditore della sede';
  return chosen(null, `${why}: lo assegna un responsabile`);
}

/** Who takes a lead that nobody was chosen for; null: it waits for who manages leads. */
export async function nextAssignee(ctx: Ctx, facts: RuleFacts & Contact): Promise<number | null> {
  // Two leads that come at once must not take the same turn: the second one counts the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`turn ${ctx.user.companyId}`}, 0))`.execute(ctx.db);
  return (await chooseAssignee(ctx, facts)).id;
}
