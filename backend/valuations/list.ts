/** Lists of valuations: the page and the export. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { valuations as table } from '#domain/valuations/endpoints.ts';
import { valuationRowFields as fields } from '#domain/valuations/row.ts';
import type { ReadRow } from '#domain/record/row.ts';
import { valuationStates } from '#domain/valuations/terms.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { stateOnDay } from '../lib/records/course.ts';
import { exportFile, is, list as readList, type Counting, type Listed } from '../lib/records/list.ts';
import { rowSpreadsheet, rowsOf, rowWhere } from '../lib/records/rows.ts';
import { visible } from '../lib/records/scope.ts';
import { valuationCourse } from './records.ts';

type Table = typeof table;
type Row = ReadRow<typeof fields>;
type Filters = Partial<z.output<Table['GET /valuations']['query']>>;

/** Valuations that the caller may see. */
export const counting: Counting<Filters> = {
  table: 'valuations',
  as: 't',
  visible: (ctx) => visible(ctx, valuationCourse.of),
  where: (ctx, query) => [
    ...rowWhere(fields, 't', ctx, query),
    ...is('t.made_by', query.madeBy),
    ...is('t.specialist_id', query.specialistId),
    ...is('t.location_id', query.locationId),
    ...(query.late === 'true' ? [sql<SqlBool>`t.state = 'requested' and t.answer_by <= ${ctx.now}`] : []),
  ],
};

/** The same as rows, the newest first. */
const listed = ({ today, user }: Pick<Ctx, 'today' | 'user'>): Listed<Row, Filters> => ({
  ...rowsOf(fields, {
    table: 'valuations',
    as: 't',
    joins: sql`join users colleague on colleague.company_id = t.company_id and colleague.id = t.made_by
      left join users specialist on specialist.company_id = t.company_id and specialist.id = t.specialist_id
      left join locations location on location.company_id = t.company_id and location.id = t.location_id
      left join customers customer on customer.company_id = t.company_id and customer.id = t.customer_id`,
    computed: {
      state: stateOnDay(valuationStates, 't', today),
      soldFor: sql`(select r.sale_price from used_cars r where r.company_id = ${user.companyId} and t.state = 'taken'
        and (r.id = t.used_car_id or (t.used_car_id is null and t.plate_key <> '' and r.plate_key = t.plate_key and r.created_at >= t.taken_at))
        order by r.id desc limit 1)`,
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
