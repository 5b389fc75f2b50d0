/** Leads as a screen shows them while it stays open: what it shows, and how many there are besides. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { addDays, instantInRome } from '#domain/dates.ts';
import { latenessOf } from '#domain/leads/deadlines.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import type { LiveGroup } from '#domain/leads/schema.ts';
import { leadStates, openStates } from '#domain/leads/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { hashOf } from '../lib/work/hash.ts';
import { condition, readMany } from '../lib/records/list.ts';
import { COUNT_LIMIT } from '#domain/record/list.ts';
import { assigneesOf } from './assignees.ts';
import { listed, valueOf } from './list.ts';

type Table = typeof table;
type Query = Omit<z.output<Table['GET /leads/live']['query']>, 'columns'>;
/** Days for which closed leads stay on the board. */
const CLOSED_DAYS = 7;

type Wanted = Awaited<ReturnType<typeof condition>>;
type Counts = Pick<LiveGroup, 'total' | 'late' | 'soon' | 'won'>;

/** How many there are, and how they stand now; counted up to the limit of all lists. */
async function countOf(ctx: Ctx, wanted: Wanted): Promise<Counts> {
  const { rows } =
    await sql<Counts>`select count(*)::int as total, count(*) filter (where next_at <= ${ctx.now})::int as late,
      count(*) filter (where next_at > ${ctx.now} and warn_at <= ${ctx.now})::int as soon, count(*) filter (where outcome = 'won')::int as won
    from (select t.next_at, t.warn_at, t.outcome from leads t where ${wanted} limit ${COUNT_LIMIT + 1}) few`.execute(
      ctx.db,
    );
  return rows[0]!;
}

/** The sum of the leads' quotes; added up to the limit of all lists. */
async function worthOf(ctx: Ctx, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ worth: number | null }>`select sum(value)::bigint as worth
    from (select ${valueOf} as value from leads t where ${wanted} limit ${COUNT_LIMIT + 1}) few`.execute(ctx.db);
  return rows[0]!.worth ?? 0;
}

type Of = Pick<LiveGroup, 'state' | 'assignee'>;

async function groupOf(ctx: Ctx, of: Of, query: Query): Promise<LiveGroup> {
  const wanted = await condition(ctx, listed, query);
  const rows = await readMany(ctx, listed, query, wanted, query);
  return {
    ...of,
    rows: rows.map((row) => ({ ...row, lateness: latenessOf(row, ctx.now.getTime()) })),
    ...(await countOf(ctx, wanted)),
    worth: of.state === 'negotiation' ? await worthOf(ctx, wanted) : null,
  };
}

/** A column for each state; of closed leads those of some days. */
async function byState(ctx: Ctx, query: Query): Promise<LiveGroup[]> {
  const groups: LiveGroup[] = [];
  for (const state of keysOf(leadStates).filter((key) => query.state?.includes(key) ?? true)) {
    const closed = { sort: 'updatedAt', dir: 'desc', closedFrom: addDays(ctx.today, -CLOSED_DAYS) } as const;
    const narrowed = { ...query, ...(state === 'closed' && closed), state: [state] };
    groups.push(await groupOf(ctx, { state, assignee: null }, narrowed));
  }
  return groups;
}

/** The most columns of persons; those who have the fewest leads are left out. */
const MOST_PERSONS = 24;

/** A column for leads without an assignee, and one for each colleague who has open leads or may be given one. */
async function byAssignee(ctx: Ctx, { state = [...openStates], ...query }: Query): Promise<LiveGroup[]> {
  const open = { ...query, state: state.filter((key) => key !== 'closed') };
  const { rows } = await sql<{ id: number | null; name: string | null; total: number }>`
    select t.assignee_id as id, u.name, count(*)::int as total
    from leads t left join users u on u.company_id = t.company_id and u.id = t.assignee_id
    where ${await condition(ctx, listed, open)} group by t.assignee_id, u.name order by u.name, t.assignee_id`.execute(
    ctx.db,
  );
  const has = new Map(rows.map(({ id, total }) => [id, total]));
  const having = rows.flatMap(({ id, name }) => (id === null ? [] : [{ id, name: name ?? '' }]));
  const others = query.assigneeId === undefined && query.free === undefined ? await assigneesOf(ctx) : [];
  const people = [...having, ...others.filter(({ id }) => !has.has(id))]
    .toSorted((a, b) => (has.get(b.id) ?? 0) - (has.get(a.id) ?? 0))
    .slice(0, MOST_PERSONS)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'it'));
  const groups: LiveGroup[] = [];
  for (const assignee of [...(has.has(null) ? [null] : []), ...people])
    groups.push(
      has.has(assignee?.id ?? null)
        ? await groupOf(
            ctx,
            { state: null, assignee },
            { ...open, ...(assignee ? { assigneeId: assignee.id } : { free: 'true' as const }) },
          )
        : { state: null, assignee, rows: [], total: 0, late: 0, soon: 0, won: 0, worth: null },
    );
  return groups;
}

async function handledToday({ db, user, today }: Ctx): Promise<number> {
  const { rows } = await sql<{ handled: number }>`select count(distinct lead_id)::int as handled from lead_actions
    where company_id = ${user.companyId} and user_id = ${user.id} and at >= ${instantInRome(today, '00:00')}`.execute(
    db,
  );
  return rows[0]!.handled;
}

export const live: VerbOf<Table, 'GET /leads/live'> = async (ctx, { query: { columns, ...query } }) => {
  const groups =
    columns === 'state'
      ? await byState(ctx, query)
      : columns === 'assignee'
        ? await byAssignee(ctx, query)
        : [await groupOf(ctx, { state: null, assignee: null }, { ...query, state: query.state ?? [...openStates] })];
  const handled = await handledToday(ctx);
  return { hash: hashOf({ groups, handled }), groups, handled };
};
