/** Leads as a screen shows them while it stays open: what it shows, and how many there are besides. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { addDays, instantInRome } from '#domain/dates.ts';
import { latenessOf } from '#domain/leads/deadlines.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import type { LiveGroup } from '#domain/leads/schema.ts';
import { leadStates, openStates, type LeadState } from '#domain/leads/terms.ts';
import { keysOf } from '#domain/machine.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { hashOf } from '../lib/hash.ts';
import { condition, readMany } from '../lib/list.ts';
import { COUNT_LIMIT } from '#domain/list.ts';
import { listed } from './list.ts';

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

async function groupOf(ctx: Ctx, state: LeadState | null, query: Query): Promise<LiveGroup> {
  const wanted = await condition(ctx, listed, query);
  const rows = await readMany(ctx, listed, query, wanted, query);
  return {
    state,
    rows: rows.map((row) => ({ ...row, lateness: latenessOf(row, ctx.now.getTime()) })),
    ...(await countOf(ctx, wanted)),
  };
}

async function handledToday({ db, user, today }: Ctx): Promise<number> {
  const { rows } = await sql<{ handled: number }>`select count(distinct lead_id)::int as handled from lead_actions
    where company_id = ${user.companyId} and user_id = ${user.id} and at >= ${instantInRome(today, '00:00')}`.execute(
    db,
  );
  return rows[0]!.handled;
}

export const live: VerbOf<Table, 'GET /leads/live'> = async (ctx, { query: { columns, ...query } }) => {
  const groups: LiveGroup[] = [];
  if (columns === 'true')
    for (const state of keysOf(leadStates).filter((key) => query.state?.includes(key) ?? true)) {
      const closed = { sort: 'updatedAt', dir: 'desc', closedFrom: addDays(ctx.today, -CLOSED_DAYS) } as const;
      groups.push(await groupOf(ctx, state, { ...query, ...(state === 'closed' && closed), state: [state] }));
    }
  else groups.push(await groupOf(ctx, null, { ...query, state: query.state ?? [...openStates] }));
  const handled = await handledToday(ctx);
  return { hash: hashOf({ groups, handled }), groups, handled };
};
