/** Figures of contracts on the dashboard. */
import { sql, type RawBuilder } from 'kysely';
import { contractRights } from '#domain/contracts/rights.ts';
import type { contractDeskCalls } from '#domain/contracts/desk.ts';
import type { ContractsDesk, SignedFigures } from '#domain/contracts/desk.ts';
import { contractStates } from '#domain/contracts/terms.ts';
import { contractWaits, filtersOf, waitsFor, type contractWaitCalls } from '#domain/contracts/waits.ts';
import { addDays, addMonths, mondayOf } from '#domain/dates.ts';
import { keysOf } from '#domain/machine.ts';
import { reachOf } from '#domain/rights.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { filtered } from '../lib/list.ts';
import { listed, type Filters } from './list.ts';

const MOST_SELLERS = 12;
/** Days ahead of which the deliveries are counted. */
const AHEAD = 7;

/** States of contracts that are not done. */
const going = keysOf(contractStates).filter((state) => state !== 'completed');

/** Days, both included. */
type Range = readonly [from: string, to: string];

/** What was signed in each of these ranges, of which one begins first: one reading of its days counts them all. */
async function signedIn<K extends string>(
  ctx: Ctx,
  filters: Filters,
  ranges: Record<K, Range>,
): Promise<Record<K, SignedFigures>> {
  const figures = keysOf(ranges).map((key) => {
    const [signedFrom, signedTo] = ranges[key];
    const of = (more: Filters) => filtered(ctx, listed, { ...filters, signedFrom, signedTo, ...more });
    return sql`jsonb_build_object('signed', count(*) filter (where ${of({})}),
      'total', coalesce(sum(t.total) filter (where ${of({})}), 0),
      'financed', count(*) filter (where ${of({ financed: 'true' })}),
      'tradeIns', count(*) filter (where ${of({ tradeIn: 'true' })})) as ${sql.ref(key)}`;
  });
  const first = Object.values<Range>(ranges)
    .map(([from]) => from)
    .toSorted()[0]!;
  const { rows } = await sql<Record<K, SignedFigures>>`select ${sql.join(figures)}
    from contracts t where t.company_id = ${ctx.user.companyId} and t.signed_on >= ${first}::date`.execute(ctx.db);
  return rows[0]!;
}

/** SQL that counts the list's rows with these filters, so that a figure and the list behind it never differ. */
const count = (ctx: Ctx, filters: Filters): RawBuilder<unknown> =>
  sql`(count(*) filter (where ${filtered(ctx, listed, filters)}))::int`;

async function waitingOf(ctx: Ctx, filters: Filters): Promise<ContractsDesk['waiting']> {
  const { today } = ctx;
  const of = (more: Filters) => count(ctx, { ...filters, ...more });
  const open = { state: ['approved', 'billed'] } as const satisfies Filters;
  const owing = filtered(ctx, listed, { ...filters, owing: 'true' });
  const { rows } = await sql<ContractsDesk['waiting']>`select ${of({ state: ['incomplete'] })} as incomplete,
      ${of({ state: ['waiting_commercial_approvation'] })} as commercial,
      ${of({ state: ['waiting_approvation'] })} as back_office,
      ${of({ state: ['approved'] })} as approved, ${of({ state: ['billed'] })} as billed,
      ${of({ lacking: 'true' })} as lacking, ${of({ owing: 'true' })} as owing,
      coalesce(sum(t.total - t.received) filter (where ${owing}), 0)::bigint as owed,
      ${of({ ...open, deliveryFrom: today, deliveryTo: addDays(today, AHEAD) })} as handovers,
      ${of({ ...open, deliveryTo: addDays(today, -1) })} as overdue
    from contracts t where t.company_id = ${ctx.user.companyId} and t.state = any(${going}::text[]) and t.canceled_at is null`.execute(
    ctx.db,
  );
  return rows[0]!;
}

async function sellersOf(ctx: Ctx, filters: Filters, from: string, before: string): Promise<ContractsDesk['sellers']> {
  if (reachOf(contractRights.see, ctx.user.privileges) !== 'all') return null;
  const { rows } = await sql<NonNullable<ContractsDesk['sellers']>[number]>`
    select t.seller_id, u.name as seller, (count(*) filter (where t.signed_on >= ${from}::date))::int as signed,
      (count(*) filter (where t.signed_on <= ${addMonths(ctx.today, -1)}::date))::int as before,
      coalesce(sum(t.total) filter (where t.signed_on >= ${from}::date), 0)::bigint as total
    from contracts t join users u on u.company_id = t.company_id and u.id = t.seller_id
    where ${filtered(ctx, listed, { ...filters, signedFrom: before, signedTo: ctx.today })}
    group by t.seller_id, u.name order by signed desc, total desc, t.seller_id limit ${MOST_SELLERS}`.execute(ctx.db);
  return rows;
}

export const readDesk: VerbOf<typeof contractDeskCalls, 'GET /contracts/desk'> = async (ctx, { query }) => {
  const { today } = ctx;
  const month = `${today.slice(0, 7)}-01`;
  const monthBefore = addMonths(month, -1);
  const week = mondayOf(today);
  return {
    from: { month, week },
    ...(await signedIn(ctx, query, {
      month: [month, today],
      monthBefore: [monthBefore, addMonths(today, -1)],
      week: [week, today],
      weekBefore: [addDays(week, -7), addDays(today, -7)],
    })),
    waiting: await waitingOf(ctx, query),
    sellers: await sellersOf(ctx, query, month, monthBefore),
  };
};

/** What waits for the caller, counted by the filters of the list behind each number. */
export const readWaiting: VerbOf<typeof contractWaitCalls, 'GET /contracts/waiting'> = async (ctx) => {
  const { id, privileges, companyId } = ctx.user;
  const waits = waitsFor(privileges);
  if (waits.length === 0) return [];
  const counts = waits.map((what) => {
    const { sellerId, ...filters } = filtersOf(what, id);
    const { state } = filters;
    const of = { ...filters, ...(sellerId && { sellerId: id }), ...(state && { state: [state] }) } as Filters;
    return sql`${count(ctx, of)} as ${sql.ref(what)}`;
  });
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)} from contracts t
    where t.company_id = ${companyId} and t.canceled_at is null
      and (t.state = any(${going}::text[]) or t.withdrawn_at is not null)`.execute(ctx.db);
  return waits.map((what) => ({
    what,
    label: contractWaits[what].label,
    count: rows[0]![what]!,
    href: `/dealer/contracts?${new URLSearchParams(filtersOf(what, id))}`,
  }));
};
