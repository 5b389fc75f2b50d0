import { sql } from 'kysely';
import { dayInRome, instantInRome } from '#domain/dates.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { Desk } from '#domain/quotes/desk/desk.ts';
import { commissionOf, planOn, type CommissionPlan, type Sale } from '#domain/users/commission.ts';
import { OWN } from '../db/tenant.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { b2bHref, quoteHref } from '../lib/records/links.ts';

/** The most sales of a month that are counted. */
const MOST_SALES = 200;

type Row = Omit<Sale, 'kind'> & {
  id: number;
  isB2b: boolean;
  makerId: number | null;
  modelId: number | null;
  versionId: number | null;
  stockId: number | null;
  customer: string | null;
  vehicle: string;
  at: string;
};

/** SQL for the instant of the last acceptance of an accepted record. */
const acceptedAt = sql`(select max(c.at) as at from state_changes c
  where c.company_id = ${OWN} and c.entity = 'b2b_quote' and c.record_id = q.id and c.to_state = 'accepted')`;

/** The same of a quote, or of its conversion where the customer's yes is the contract itself: the last one, which holds. */
const agreedAt = sql`(select max(c.at) as at from state_changes c
  where c.company_id = ${OWN} and c.entity = 'quote' and c.record_id = q.id
    and (c.to_state = 'accepted' or c.to_state = 'converted' and c.from_state <> 'accepted'))`;

async function sold({ db, user }: Ctx, since: Date): Promise<Row[]> {
  const own = sql`q.company_id = ${user.companyId} and q.seller_id = ${user.id} and not q.superseded and s.at >= ${since}`;
  const { rows } = await sql<Row>`
    select q.id, false as is_b2b, q.maker_id, q.model_id, q.version_id, q.stock_id, q.customer_name as customer, q.vehicle, s.at, 1 as cars, q.margin,
      q.has_financing as financed, q.insurances, q.barters
    from quotes q cross join lateral ${agreedAt} s where ${own} and q.state in ('accepted', 'converted')
    union all
    select q.id, true, null, null, null, null, q.customer_name, q.vehicle, s.at, q.car_count, q.margin, false, 0, 0
    from b2b_quotes q cross join lateral ${acceptedAt} s where ${own} and q.state = 'accepted'
    order by at desc, id desc limit ${MOST_SALES}`.execute(db);
  return rows;
}

/**
 * The expected commission on what the caller's customers accepted this month, by the caller's plan, also once it is a
 * contract; null without a plan.
 */
export async function expectedCommission(ctx: Ctx): Promise<Desk['commission']> {
  if (!holds(ctx, p.createQuotes)) return null;
  const { commissions } = await ctx.db
    .selectFrom('users')
    .select('commissions')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', ctx.user.id)
    .executeTakeFirstOrThrow();
  const plans = commissions as CommissionPlan[];
  if (planOn(plans, ctx.today) === null) return null;
  const rows = await sold(ctx, instantInRome(`${ctx.today.slice(0, 7)}-01`, '00:00'));
  const sales = rows.flatMap((row) => {
    const plan = planOn(plans, dayInRome(new Date(row.at)));
    if (plan === null) return [];
    const kind = row.isB2b ? 'b2b' : row.stockId === null ? 'new' : 'used';
    const { id, customer, vehicle } = row;
    return [{ id, customer, vehicle, href: row.isB2b ? b2bHref(id) : quoteHref(row), ...commissionOf(plan, { ...row, kind }) }]; // prettier-ignore
  });
  return { total: sales.reduce((sum, { amount }) => sum + amount, 0), sales };
}
