/** Lists of valuations: the page and the export. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { valuations as table } from '#domain/valuations/endpoints.ts';
import { valuationRowFields as fields } from '#domain/valuations/row.ts';
import type { ReadRow } from '#domain/record/row.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import { valuationStates } from '#domain/valuations/terms.ts';
import { OWN } from '../db/tenant.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { stateOnDay } from '../lib/records/course.ts';
import { exportFile, is, isOrNone, list as readList, type Counting, type Listed } from '../lib/records/list.ts';
import { rowSpreadsheet, rowsOf, rowWhere } from '../lib/records/rows.ts';
import { visible } from '../lib/records/scope.ts';
import { valuationCourse } from './records.ts';

type Table = typeof table;
type Row = ReadRow<typeof fields>;
type Filters = Partial<z.output<Table['GET /valuations']['query']>>;

/** What the car of a valuation was sold for; null while it was not. */
export const soldFor = sql<
  number | null
>`(select r.sale_price from used_cars r where r.company_id = ${OWN} and t.state = 'taken'
  and (r.id = t.used_car_id or (t.used_car_id is null and t.plate_key <> '' and r.plate_key = t.plate_key and r.created_at >= t.taken_at))
  order by r.id desc limit 1)`;

/** The day of the offer in Rome. */
export const offeredOn = sql<string>`(t.offered_at at time zone 'Europe/Rome')::date`;
/** Who made the offer; before there is one, who will: the specialist, if one was asked. */
export const valuedBy = sql<number>`coalesce(t.offered_by, t.specialist_id, t.made_by)`;
export const overMost = sql<SqlBool>`t.offer > t.most_offer`;

/** Valuations that the caller may see. */
export const counting: Counting<Filters> = {
  table: 'valuations',
  as: 't',
  visible: (ctx) => visible(ctx, valuationCourse.of),
  where: (ctx, query) => [
    ...rowWhere(fields, 't', ctx, query),
    ...is('t.made_by', query.madeBy),
    ...is('t.specialist_id', query.specialistId),
    ...isOrNone('t.location_id', query.locationId),
    ...(query.valuedBy === undefined ? [] : [sql<SqlBool>`${valuedBy} = ${query.valuedBy}`]),
    ...(query.offeredFrom === undefined ? [] : [sql<SqlBool>`t.offered_at >= ${query.offeredFrom}::date::timestamp at time zone 'Europe/Rome'`]), // prettier-ignore
    ...(query.offeredTo === undefined ? [] : [sql<SqlBool>`t.offered_at < (${query.offeredTo}::date + 1)::timestamp at time zone 'Europe/Rome'`]), // prettier-ignore
    // Without the privilege there are none: they would reveal the costs.
    ...(query.overMost === 'true' ? [holds(ctx, ...costSeenWith) ? overMost : sql<SqlBool>`false`] : []),
    ...(query.resold === 'true' ? [sql<SqlBool>`${soldFor} is not null`] : []),
    ...(query.late === 'true' ? [sql<SqlBool>`t.state = 'requested' and t.answer_by <= ${ctx.now}`] : []),
  ],
};

/** The same as rows, the newest first. */
const listed = ({ today }: Pick<Ctx, 'today'>): Listed<Row, Filters> => ({
  ...rowsOf(fields, {
    table: 'valuations',
    as: 't',
    joins: sql`join users colleague on colleague.company_id = t.company_id and colleague.id = t.made_by
      left join users specialist on specialist.company_id = t.company_id and specialist.id = t.specialist_id
      left join locations location on location.company_id = t.company_id and location.id = t.location_id
      left join customers customer on customer.company_id = t.company_id and customer.id = t.customer_id`,
    computed: {
      state: stateOnDay(valuationStates, 't', today),
      soldFor,
    },
  }),
  ...counting,
  file: 'valutazioni',
  sort: { sort: 'createdAt', dir: 'desc' },
});

const realisedOf = ({ offer, soldFor }: Row) => (offer === null || soldFor === null ? null : soldFor - offer);

export const list: VerbOf<Table, 'GET /valuations'> = async (ctx, { query }) => {
  const { sums: _, rows, ...page } = await readList(ctx, listed(ctx), query);
  const lateOf = ({ state, answerBy }: Row) =>
    state !== 'requested' || answerBy === null ? null : Date.parse(answerBy) <= ctx.now.getTime() ? 'late' : 'due';
  return { ...page, rows: rows.map((row) => ({ ...row, late: lateOf(row), realised: realisedOf(row) })) };
};

export const exportList: VerbOf<Table, 'GET /valuations/export'> = (ctx, { query }) =>
  exportFile(ctx, listed(ctx), query, rowSpreadsheet(ctx, fields, { realised: { value: realisedOf } }));
