import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { quoteRowFields as fields } from '#domain/quotes/row.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import type { QuoteRow } from '#domain/quotes/schema.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { ReadRow } from '#domain/record/row.ts';
import { OWN } from '#backend/db/tenant.ts';
import { isQuietCustomer } from '#backend/lib/people/quiet.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { nearing, stateOnDay } from '#backend/lib/records/course.ts';
import { hitsOf } from '#backend/lib/records/hits.ts';
import { quoteHref } from '#backend/lib/records/links.ts';
import { between, filtered, is, isOrNone, seen, type Listed } from '#backend/lib/records/list.ts';
import { rowsOf, rowWhere } from '#backend/lib/records/rows.ts';
import { visible } from '#backend/lib/records/scope.ts';
import { inStage, stageLabel } from '#backend/lib/records/stages.ts';
import { lostCar } from '../car/one-car.ts';
import { quoteCourse } from '../records.ts';
import { relisted, relistedOn } from '../sheet/list-day.ts';

export type Filters = Partial<z.output<(typeof table)['GET /quotes']['query']>>;

/** A row as the database returns it, with margins whoever asks, and with what its address is made of. */
export type ListRow = ReadRow<typeof fields> & Record<'makerId' | 'modelId' | 'versionId' | 'stockId', number | null>;

/** All revisions of a quote are one negotiation. */
const root = sql<number>`coalesce(q.root_id, q.id)`;

/** Latest revisions that the caller may see. */
export const listed: Listed<ListRow, Filters> = {
  ...rowsOf<typeof fields, ListRow>(fields, {
    table: 'quotes',
    as: 'q',
    joins: sql`join users seller on seller.company_id = q.company_id and seller.id = q.seller_id
      left join locations location on location.company_id = q.company_id and location.id = q.location_id`,
    computed: {
      phone: sql`(select c.phone from customers c where c.company_id = ${OWN} and c.id = q.customer_id)`,
      silent: isQuietCustomer(sql`q.customer_id`),
      lost: lostCar,
      relisted,
      stage: stageLabel('quote', root),
    },
    beside: ['makerId', 'modelId', 'versionId', 'stockId'],
  }),
  file: 'preventivi',
  sort: { sort: 'createdAt', dir: 'desc' },
  sums: {
    state: ({ today }) => stateOnDay(quoteStates, 'q', today),
    read: ['keys_in_hand', 'margin', 'discount', 'list_total'],
    of: {
      keysInHand: sql`sum(keys_in_hand)`,
      margin: sql`sum(margin)`,
      // The mean discount: what was given, in percent of what was listed.
      discountPercent: sql`round(sum(discount) * 100.0 / nullif(sum(list_total), 0), 2)`,
    },
  },
  visible: (ctx) => visible(ctx, quoteCourse.of),
  where: (ctx, query) => [
    sql`not q.superseded`,
    ...rowWhere(fields, 'q', ctx, query),
    ...(query.kind === undefined ? [] : [sql<SqlBool>`(q.stock_id is not null) = ${query.kind === 'used'}`]),
    ...is('q.sale_channel', query.saleChannel),
    ...isOrNone('q.seller_id', query.sellerId),
    ...isOrNone('q.location_id', query.locationId),
    ...is('q.customer_id', query.customerId),
    ...is('q.maker_id', query.makerId),
    ...inStage('quote', root, query.stageId),
    // Without the privilege these filters are ignored: their results would reveal the margins.
    ...(holds(ctx, p.seeMargin)
      ? [
          ...(query.loss ? [sql<SqlBool>`q.margin < 0`] : []),
          ...(query.ownGiven
            ? [
                sql<SqlBool>`q.discount > 0 and exists (select from users d where d.company_id = ${OWN} and d.id = q.seller_id
                  and ${p.approveContracts} = any(d.privileges))`,
              ]
            : []),
          ...between('q.discount_percent', query.discountFrom, query.discountTo),
        ]
      : []),
    ...(query.lost ? [lostCar] : []),
    ...(query.relisted ? [relistedOn(ctx.today)] : []),
    ...(query.expiring === undefined ? [] : [nearing(quoteStates, 'q', 'expired', ctx.today, query.expiring)]),
  ],
};

/** Condition: the quotes that the caller may see and the filters ask for, for figures. */
export const where = (ctx: Ctx, filters: Filters = {}): RawBuilder<SqlBool> => filtered(ctx, listed, filters);

/** A row as calls answer it; margins only for callers who may see them. */
export const rowOf = (ctx: Ctx, { makerId, modelId, versionId, stockId, ...row }: ListRow): QuoteRow => ({
  ...seen(ctx, fields, row),
  state: stateOn(row, ctx.today),
  relisted: row.relisted && stateOn(row, ctx.today) !== 'expired',
  kind: stockId === null ? 'new' : 'used',
  href: quoteHref({ ...row, makerId, modelId, versionId, stockId }),
});

type Found = Parameters<typeof quoteHref>[0] & { number: string | null; customerName: string | null; vehicle: string };

/** Finds quotes for Ctrl+K, by the same rule as their list. */
export const hits = hitsOf<Found>(
  quoteCourse.of,
  sql`q.number, q.customer_name, q.vehicle, q.maker_id, q.model_id, q.version_id, q.stock_id`,
  where,
  (row) => ({
    label: 'Preventivo',
    icon: 'file-text',
    title: row.number ?? 'Bozza di preventivo',
    subtitle: [row.customerName, row.vehicle].filter(Boolean).join(' · '),
    href: quoteHref(row),
  }),
);
