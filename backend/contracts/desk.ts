/** Figures of contracts on the dashboard. */
import { sql, type RawBuilder } from 'kysely';
import { contractRights } from '#domain/contracts/rights.ts';
import type { contractDeskCalls } from '#domain/contracts/desk.ts';
import type { ContractsDesk, SignedFigures } from '#domain/contracts/desk.ts';
import { contractStates } from '#domain/contracts/terms.ts';
import { contractWaits, filtersOf, waitsFor, type contractWaitCalls } from '#domain/contracts/waits.ts';
import { addDays, mondayOf } from '#domain/dates.ts';
import { beside, type Days } from '#domain/record/figures.ts';
import { keysOf } from '#domain/record/machine.ts';
import { reachOf } from '#domain/record/rights.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readFigure } from '../lib/records/figures.ts';
import { filtered } from '../lib/records/list.ts';
import { userNames } from '../lib/people/people.ts';
import { contractFigure } from './counted.ts';
import { listed, type Filters } from './list.ts';

const MOST_SELLERS = 12;
/** The dashboard counts what the list shows. */
const rights = contractRights;
/** Days ahead of which the deliveries are counted. */
const AHEAD = 7;

/** States of contracts that are not done. */
const going = keysOf(contractStates).filter((state) => state !== 'completed');

/** What was signed in each of these ranges. */
async function signedIn<R extends string>(
  ctx: Ctx,
  { locationId }: Filters,
  ranges: Record<R, Days>,
): Promise<Record<R, SignedFigures>> {
  const measures = ['count', 'total', 'financed', 'tradeIns'];
  const [all] = await readFigure(ctx, contractFigure, { basis: 'signed', ranges, measures, locationId, rights });
  const figures = keysOf(ranges).map((name) => {
    const { count, total, financed, tradeIns } = all!.sums[name];
    return [name, { signed: count!, total: total ?? 0, financed: financed!, tradeIns: tradeIns! }];
  });
  return Object.fromEntries(figures) as Record<R, SignedFigures>;
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

/** Who signed in the month and in the one before, up to the same day; null for who does not see everybody's. */
async function sellersOf(
  ctx: Ctx,
  { locationId }: Filters,
  ranges: Record<'month' | 'monthBefore', Days>,
): Promise<ContractsDesk['sellers']> {
  if (reachOf(contractRights.see, ctx.user.privileges) !== 'all') return null;
  const of = { basis: 'signed', by: ['person'], measures: ['count', 'total'], locationId, rights } as const;
  const rows = (await readFigure(ctx, contractFigure, { ...of, ranges })).map(({ person, sums }) => ({
    sellerId: person!,
    signed: sums.month.count!,
    before: sums.monthBefore.count!,
    total: sums.month.total ?? 0,
  }));
  const first = rows
    .filter(({ signed, before }) => signed + before > 0)
    .toSorted((a, b) => b.signed - a.signed || b.total - a.total || a.sellerId - b.sellerId)
    .slice(0, MOST_SELLERS);
  const names = await userNames(
    ctx,
    first.map(({ sellerId }) => sellerId),
  );
  return first.map((row) => ({ ...row, seller: names.get(row.sellerId) ?? '' }));
}

export const readDesk: VerbOf<typeof contractDeskCalls, 'GET /contracts/desk'> = async (ctx, { query }) => {
  const { today } = ctx;
  const month = { from: `${today.slice(0, 7)}-01`, to: today };
  const week = { from: mondayOf(today), to: today };
  const ranges = {
    month,
    monthBefore: beside(month, 'month'),
    week,
    weekBefore: { from: addDays(week.from, -7), to: addDays(today, -7) },
  };
  return {
    from: { month: month.from, week: week.from },
    ...(await signedIn(ctx, query, ranges)),
    waiting: await waitingOf(ctx, query),
    sellers: await sellersOf(ctx, query, { month, monthBefore: ranges.monthBefore }),
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
