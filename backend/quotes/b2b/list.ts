/** Lists of wholesale offers: what they show, ask for and add up. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { addDays } from '#domain/dates.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { b2bEndpoints as table } from '#domain/quotes/b2b/endpoints.ts';
import type { B2bRow } from '#domain/quotes/b2b/schema.ts';
import { b2bStates } from '#domain/quotes/terms.ts';
import { OWN } from '#backend/db/tenant.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { inStates, nearing, stateOnDay } from '#backend/lib/records/course.ts';
import { between, filtered, is, type Listed } from '#backend/lib/records/list.ts';
import { visible } from '#backend/lib/records/scope.ts';
import { b2bCourse } from './records.ts';

export type Filters = Partial<z.output<(typeof table)['GET /quotes/b2b']['query']>>;
export type Row = Omit<B2bRow, 'href' | 'margin'> & { margin: number | null };

/** Latest revisions that the caller may see. */
export const listed: Listed<Row, Filters> = {
  table: 'b2bQuotes',
  as: 'q',
  file: 'preventivi-b2b',
  select: sql`select q.id, q.version, q.number, q.revision, q.state, q.customer_name as customer, q.car_count, q.vehicle, q.expires_on,
      q.total, q.margin, u.name as seller, q.seller_id, q.created_at, q.updated_at,
      (select c.phone from customers c where c.company_id = ${OWN} and c.id = q.customer_id) as phone
    from b2b_quotes q join users u on u.company_id = q.company_id and u.id = q.seller_id`,
  fields: { margin: { label: 'Margine', kind: 'money', nullable: true, seenWith: [p.seeMargin] } },
  order: {
    number: 'q.number',
    customer: 'q.customer_name',
    carCount: 'q.car_count',
    state: 'q.state',
    seller: 'u.name',
    vehicle: 'q.vehicle',
    total: 'q.total',
    margin: 'q.margin',
    expiresOn: 'q.expires_on',
    createdAt: 'q.created_at',
    updatedAt: 'q.updated_at',
  },
  sort: { sort: 'createdAt', dir: 'desc' },
  sums: {
    state: ({ today }) => stateOnDay(b2bStates, 'q', today),
    read: ['total', 'margin'],
    of: { total: sql`sum(total)`, margin: sql`sum(margin)` },
  },
  visible: (ctx) => visible(ctx, b2bCourse.of),
  where: (ctx, { state, sellerId, customerId, regime, totalFrom, totalTo, from, to, expiring, loss }) => [
    sql`not q.superseded`,
    ...(state?.length ? [inStates(b2bStates, 'q', state, ctx.today)] : []),
    ...is('q.seller_id', sellerId),
    ...is('q.customer_id', customerId),
    ...(regime === undefined ? [] : [sql<SqlBool>`${regime} = any(q.regimes)`]),
    ...between('q.total', totalFrom, totalTo),
    ...(from === undefined ? [] : [sql<SqlBool>`q.created_at >= ${from}::date`]),
    ...(to === undefined ? [] : [sql<SqlBool>`q.created_at < ${addDays(to, 1)}::date`]),
    // Without the privilege the filter is ignored: its results would reveal the margins.
    ...(loss && holds(ctx, p.seeMargin) ? [sql<SqlBool>`q.margin < 0`] : []),
    ...(expiring === undefined ? [] : [nearing(b2bStates, 'q', 'expired', ctx.today, expiring)]),
  ],
};
/** Condition: the offers that the caller may see and the filters ask for. */
export const where = (ctx: Ctx, filters: Filters = {}) => filtered(ctx, listed, filters);
