/** Figures of contracts on the dashboard. */
import { sql, type RawBuilder } from 'kysely';
import { contractRights } from '#domain/contracts/rights.ts';
import type { contractDeskCalls } from '#domain/contracts/desk.ts';
import type { ContractsDesk, SignedFigures } from '#domain/contracts/desk.ts';
import { contractStates } from '#domain/contracts/terms.ts';
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

/** What was signed from one day to another, both included. */
async function signedIn(ctx: Ctx, filters: Filters, signedFrom: string, signedTo: string): Promise<SignedFigures> {
  const { rows } = await sql<SignedFigures>`select count(*)::int as signed, coalesce(sum(t.total), 0)::bigint as total,
      (count(*) filter (where t.financed > 0))::int as financed,
      (count(*) filter (where jsonb_array_length(t.trade_ins) > 0))::int as trade_ins
    from contracts t where ${filtered(ctx, listed, { ...filters, signedFrom, signedTo })}`.execute(ctx.db);
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
    month: await signedIn(ctx, query, month, today),
    monthBefore: await signedIn(ctx, query, monthBefore, addMonths(today, -1)),
    week: await signedIn(ctx, query, week, today),
    weekBefore: await signedIn(ctx, query, addDays(week, -7), addDays(today, -7)),
    waiting: await waitingOf(ctx, query),
    sellers: await sellersOf(ctx, query, month, monthBefore),
  };
};
