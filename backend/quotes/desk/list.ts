import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { addDays } from '#domain/dates.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import type { QuoteRow } from '#domain/quotes/schema.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import { privileges as p } from '#domain/privileges.ts';
import { OWN } from '#backend/db/tenant.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { inStates, nearing, stateOnDay } from '#backend/lib/records/course.ts';
import { hitsOf } from '#backend/lib/records/hits.ts';
import { quoteHref } from '#backend/lib/records/links.ts';
import { between, filtered, is, isOrNone, type Listed } from '#backend/lib/records/list.ts';
import { visible } from '#backend/lib/records/scope.ts';
import { lostCar } from '../car/one-car.ts';
import { quoteCourse } from '../records.ts';

export type Filters = Partial<z.output<(typeof table)['GET /quotes']['query']>>;

/** Condition: an instant lies on these days in Rome, both included; an undefined end is open. */
const within = (column: string, from: string | undefined, to: string | undefined): RawBuilder<SqlBool>[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${from}::date`]),
  ...(to === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${addDays(to, 1)}::date`]),
];

/** Fields that only callers who may see margins get. */
type Secret = 'margin' | 'discount' | 'discountPercent';
/** A row as the database returns it, with costs, which never leave the backend. */
export interface ListRow extends Omit<QuoteRow, 'href' | 'kind' | Secret> {
  makerId: number | null;
  modelId: number | null;
  versionId: number | null;
  stockId: number | null;
  margin: number | null;
  discount: number | null;
  discountPercent: number | null;
}

/** Latest revisions that the caller may see. */
export const listed: Listed<ListRow, Filters> = {
  table: 'quotes',
  as: 'q',
  file: 'preventivi',
  select: sql`select q.id, q.version, q.number, q.revision, q.state, q.customer_name as customer, q.vehicle, q.body, q.paint, q.sale_channel, q.expires_on, q.keys_in_hand,
    q.instalment, q.margin, q.discount, q.discount_percent, u.name as seller, q.seller_id, l.name as location, q.issued_at, q.created_at, q.updated_at, q.maker_id, q.model_id, q.version_id, q.stock_id,
      (select c.phone from customers c where c.company_id = ${OWN} and c.id = q.customer_id) as phone, ${lostCar} as lost
    from quotes q join users u on u.company_id = q.company_id and u.id = q.seller_id
    left join locations l on l.company_id = q.company_id and l.id = q.location_id`,
  fields: {
    margin: { label: 'Margine II', kind: 'money', nullable: true, seenWith: [p.seeMargin] },
    discount: { label: 'Sconto', kind: 'money', nullable: true, seenWith: [p.seeMargin] },
    discountPercent: { label: 'Sconto sul listino', kind: 'percent', nullable: true, seenWith: [p.seeMargin] },
  },
  order: {
    number: 'q.number',
    customer: 'q.customer_name',
    vehicle: 'q.vehicle',
    state: 'q.state',
    seller: 'u.name',
    location: 'l.name',
    keysInHand: 'q.keys_in_hand',
    instalment: 'q.instalment',
    expiresOn: 'q.expires_on',
    issuedAt: 'q.issued_at',
    createdAt: 'q.created_at',
    updatedAt: 'q.updated_at',
    margin: 'q.margin',
    discountPercent: 'q.discount_percent',
  },
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
  where: (
    ctx,
    { state, kind, saleChannel, sellerId, locationId, customerId, makerId, expiring, loss, ownGiven, lost, ...range },
  ) => [
    sql`not q.superseded`,
    ...(state?.length ? [inStates(quoteStates, 'q', state, ctx.today)] : []),
    ...(kind === undefined ? [] : [sql<SqlBool>`(q.stock_id is not null) = ${kind === 'used'}`]),
    ...is('q.sale_channel', saleChannel),
    ...isOrNone('q.seller_id', sellerId),
    ...isOrNone('q.location_id', locationId),
    ...is('q.customer_id', customerId),
    ...is('q.maker_id', makerId),
    ...between('q.keys_in_hand', range.keysInHandFrom, range.keysInHandTo),
    ...within('q.created_at', range.from, range.to),
    ...within('q.issued_at', range.issuedFrom, range.issuedTo),
    // Without the privilege these filters are ignored: their results would reveal the margins.
    ...(holds(ctx, p.seeMargin)
      ? [
          ...(loss ? [sql<SqlBool>`q.margin < 0`] : []),
          ...(ownGiven
            ? [
                sql<SqlBool>`q.discount > 0 and exists (select from users d where d.company_id = ${OWN} and d.id = q.seller_id
                  and ${p.approveContracts} = any(d.privileges))`,
              ]
            : []),
          ...between('q.discount_percent', range.discountFrom, range.discountTo),
        ]
      : []),
    ...(lost ? [lostCar] : []),
    ...(expiring === undefined ? [] : [nearing(quoteStates, 'q', 'expired', ctx.today, expiring)]),
  ],
};

/** Condition: the quotes that the caller may see and the filters ask for, for figures. */
export const where = (ctx: Ctx, filters: Filters = {}): RawBuilder<SqlBool> => filtered(ctx, listed, filters);

/** A row as calls answer it; margins only for callers who may see them. */
export const rowOf = (
  ctx: Ctx,
  { margin, discount, discountPercent, makerId, modelId, versionId, stockId, ...row }: ListRow,
): QuoteRow => ({
  ...row,
  ...(holds(ctx, p.seeMargin) && { margin, discount, discountPercent }),
  state: stateOn(row, ctx.today),
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
