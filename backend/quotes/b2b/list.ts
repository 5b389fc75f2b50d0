/** Lists of wholesale offers: what they show, ask for and add up. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { privileges as p } from '#domain/privileges.ts';
import type { b2bEndpoints as table } from '#domain/quotes/b2b/endpoints.ts';
import { b2bRowFields as fields } from '#domain/quotes/b2b/row.ts';
import { b2bStates } from '#domain/quotes/terms.ts';
import type { ReadRow } from '#domain/record/row.ts';
import { OWN } from '#backend/db/tenant.ts';
import { isQuietCustomer } from '#backend/lib/people/quiet.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { nearing, stateOnDay } from '#backend/lib/records/course.ts';
import { filtered, is, type Listed } from '#backend/lib/records/list.ts';
import { rowsOf, rowWhere } from '#backend/lib/records/rows.ts';
import { visible } from '#backend/lib/records/scope.ts';
import { b2bCourse } from './records.ts';

export type Filters = Partial<z.output<(typeof table)['GET /quotes/b2b']['query']>>;
export type Row = ReadRow<typeof fields>;

/** Latest revisions that the caller may see. */
export const listed: Listed<Row, Filters> = {
  ...rowsOf(fields, {
    table: 'b2bQuotes',
    as: 'q',
    joins: sql`join users seller on seller.company_id = q.company_id and seller.id = q.seller_id`,
    computed: {
      phone: sql`(select c.phone from customers c where c.company_id = ${OWN} and c.id = q.customer_id)`,
      silent: isQuietCustomer(sql`q.customer_id`),
    },
  }),
  file: 'preventivi-b2b',
  sort: { sort: 'createdAt', dir: 'desc' },
  sums: {
    state: ({ today }) => stateOnDay(b2bStates, 'q', today),
    read: ['total', 'margin'],
    of: { total: sql`sum(total)`, margin: sql`sum(margin)` },
  },
  visible: (ctx) => visible(ctx, b2bCourse.of),
  where: (ctx, query) => [
    sql`not q.superseded`,
    ...rowWhere(fields, 'q', ctx, query),
    ...is('q.seller_id', query.sellerId),
    ...is('q.customer_id', query.customerId),
    ...(query.regime === undefined ? [] : [sql<SqlBool>`${query.regime} = any(q.regimes)`]),
    // Without the privilege the filter is ignored: its results would reveal the margins.
    ...(query.loss && holds(ctx, p.seeMargin) ? [sql<SqlBool>`q.margin < 0`] : []),
    ...(query.expiring === undefined ? [] : [nearing(b2bStates, 'q', 'expired', ctx.today, query.expiring)]),
  ],
};
/** Condition: the offers that the caller may see and the filters ask for. */
export const where = (ctx: Ctx, filters: Filters = {}) => filtered(ctx, listed, filters);
