/** Figures of contracts on the dashboard. */
import { sql, type SqlBool } from 'kysely';
import { contractRights, marginSeenWith } from '#domain/contracts/rights.ts';
import {
  waitingCounts,
  type contractDeskCalls,
  type ContractsDesk,
  type SignedFigures,
} from '#domain/contracts/desk.ts';
import { oldestFirst } from '#domain/contracts/row.ts';
import { contractStates } from '#domain/contracts/terms.ts';
import { contractWaits, filtersOf, waitsFor, type contractWaitCalls } from '#domain/contracts/waits.ts';
import { addDays, mondayOf } from '#domain/dates.ts';
import { shareOf } from '#domain/money.ts';
import { beside, type Days } from '#domain/record/figures.ts';
import { exactly } from '#domain/record/list.ts';
import { keysOf } from '#domain/record/machine.ts';
import { reachOf } from '#domain/record/rights.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { countParts, partsOf, readFigure } from '../lib/records/figures.ts';
import { userNames } from '../lib/people/people.ts';
import { contractFigure } from './counted.ts';
import type { Filters } from './list.ts';

const MOST_SELLERS = 12;
/** The dashboard counts what the list shows. */
const rights = contractRights;

/** States of contracts that are not done. */
const going = keysOf(contractStates).filter((state) => state !== 'completed');

/** What was signed in each of these ranges. */
async function signedIn<R extends string>(
  ctx: Ctx,
  filters: Filters,
  parts: Record<R, Days>,
): Promise<Record<R, SignedFigures>> {
  const measures = ['count', 'total', 'financed', 'tradeIns'];
  const [all] = await readFigure(ctx, contractFigure, { basis: 'signed', parts, measures, filters, rights });
  const figures = keysOf(parts).map((name) => {
    const { count, total, financed, tradeIns } = all!.sums[name];
    return [name, { signed: count!, total: total ?? 0, financed: financed!, tradeIns: tradeIns! }];
  });
  return Object.fromEntries(figures) as Record<R, SignedFigures>;
}

/** Rows that have their index: contracts that go on, whether or not somebody withdrew from them. */
const isGoing = sql<SqlBool>`t.state = any(${going}::text[])`;

async function waitingOf(ctx: Ctx, filters: Filters): Promise<ContractsDesk['waiting']> {
  const names = keysOf(waitingCounts);
  const asked = Object.fromEntries(names.map((name) => [name, waitingCounts[name](ctx.today)]));
  const parts = partsOf(asked as Record<(typeof names)[number], Filters>);
  const [all] = await readFigure(ctx, contractFigure, {
    parts,
    filters,
    among: isGoing,
    measures: ['count', 'due'],
    rights,
  });
  const counts = Object.fromEntries(names.map((name) => [name, all!.sums[name].count!])) as Record<
    keyof typeof parts,
    number
  >;
  return { ...counts, owed: all!.sums.owing.due ?? 0 };
}

/** Who signed in the month and in the one before, up to the same day; null for who does not see everybody's. */
async function sellersOf(
  ctx: Ctx,
  filters: Filters,
  parts: Record<'month' | 'monthBefore', Days>,
): Promise<ContractsDesk['sellers']> {
  if (reachOf(contractRights.see, ctx.user.privileges) !== 'all') return null;
  const seesMargin = holds(ctx, ...marginSeenWith);
  const measures = ['count', 'total', ...(seesMargin ? ['margins', 'marginSecond', 'discount', 'listTotal'] : [])];
  const of = { basis: 'signed', by: ['person'], measures, filters, rights };
  const rows = (await readFigure(ctx, contractFigure, { ...of, parts })).map(
    ({ person, sums: { month, ...more } }) => ({
      sellerId: person!,
      signed: month.count!,
      before: more.monthBefore.count!,
      total: month.total ?? 0,
      ...(seesMargin && {
        margin: month.margins ? (month.marginSecond ?? null) : null,
        discountPercent: month.listTotal ? shareOf(month.discount ?? 0, month.listTotal) : null,
      }),
    }),
  );
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
    monthBefore: beside(month, 'month', today),
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
  const { id, privileges } = ctx.user;
  const waits = waitsFor(privileges);
  if (waits.length === 0) return [];
  const asked = waits.map((what) => {
    const { sellerId, state, ...filters } = filtersOf(what, id);
    return [what, { ...filters, ...(sellerId && { sellerId: id }), ...(state && { state: [state] }) }];
  });
  const parts = partsOf(Object.fromEntries(asked) as Record<(typeof waits)[number], Filters>);
  const among = sql<SqlBool>`(${isGoing} or t.withdrawn_at is not null)`;
  const counts = await countParts(ctx, contractFigure, { parts, among, rights });
  return waits.map((what) => ({
    what,
    label: contractWaits[what].label,
    count: counts[what]!,
    href: `/dealer/contracts?${new URLSearchParams({ ...filtersOf(what, id), ...oldestFirst, ...exactly(counts[what]!) })}`,
  }));
};
