/** Lists of valuations: the page and the export. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { addDays, instantInRome } from '#domain/dates.ts';
import type { valuations as table } from '#domain/valuations/endpoints.ts';
import type { ValuationRow } from '#domain/valuations/schema.ts';
import { valuationStates } from '#domain/valuations/terms.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { inStates, stateOnDay } from '../lib/records/course.ts';
import type { Column } from '../lib/files/export.ts';
import { exportFile, is, list as readList, type Listed } from '../lib/records/list.ts';
import { visible } from '../lib/records/scope.ts';
import { valuationCourse } from './records.ts';

type Table = typeof table;
type Row = Omit<ValuationRow, 'late' | 'realised'>;
type Filters = Partial<z.output<Table['GET /valuations']['query']>>;

/** Valuations that the caller may see, the newest first. */
const listed = ({ today, user }: Pick<Ctx, 'today' | 'user'>): Listed<Row, Filters> => ({
  table: 'valuations',
  as: 't',
  file: 'valutazioni',
  select: sql`select t.id, t.version, t.number, ${stateOnDay(valuationStates, 't', today)} as state, t.offer, t.offer_until, t.answer_by,
      t.created_at, t.plate, t.maker, t.model, t.version_name, t.km, t.registered_on, u.name as made_by, s.name as specialist,
      l.name as location, c.name as customer, t.updated_at,
      (select r.sale_price from used_cars r where r.company_id = ${user.companyId} and t.state = 'taken'
        and (r.id = t.used_car_id or (t.used_car_id is null and t.plate_key <> '' and r.plate_key = t.plate_key and r.created_at >= t.taken_at))
        order by r.id desc limit 1) as sold_for
    from valuations t join users u on u.company_id = t.company_id and u.id = t.made_by
    left join users s on s.company_id = t.company_id and s.id = t.specialist_id
    left join locations l on l.company_id = t.company_id and l.id = t.location_id
    left join customers c on c.company_id = t.company_id and c.id = t.customer_id`,
  order: {
    createdAt: 't.created_at',
    number: 't.number',
    maker: 't.maker',
    state: 't.state',
    offer: 't.offer',
    offerUntil: 't.offer_until',
    answerBy: 't.answer_by',
    madeBy: 'u.name',
    location: 'l.name',
    updatedAt: 't.updated_at',
  },
  sort: { sort: 'createdAt', dir: 'desc' },
  where: (ctx, { state, madeBy, specialistId, locationId, late, from, to }) => [
    visible(ctx, valuationCourse.of),
    ...(state?.length ? [inStates(valuationStates, 't', state, ctx.today)] : []),
    ...is('t.made_by', madeBy),
    ...is('t.specialist_id', specialistId),
    ...is('t.location_id', locationId),
    ...(late === 'true' ? [sql<SqlBool>`t.state = 'requested' and t.answer_by <= ${ctx.now}`] : []),
    ...(from === undefined ? [] : [sql<SqlBool>`t.created_at >= ${instantInRome(from, '00:00')}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`t.created_at < ${instantInRome(addDays(to, 1), '00:00')}`]),
  ],
});

const realisedOf = ({ offer, soldFor }: Row) => (offer === null || soldFor === null ? null : soldFor - offer);

export const list: VerbOf<Table, 'GET /valuations'> = async (ctx, { query }) => {
  const { sums: _, rows, ...page } = await readList(ctx, listed(ctx), query);
  const lateOf = ({ state, answerBy }: Row) =>
    state !== 'requested' || answerBy === null ? null : Date.parse(answerBy) <= ctx.now.getTime() ? 'late' : 'due';
  return { ...page, rows: rows.map((row) => ({ ...row, late: lateOf(row), realised: realisedOf(row) })) };
};

const columns: Column<Row>[] = [
  { header: 'Numero', kind: 'text', value: (row) => row.number },
  { header: 'Targa', kind: 'text', value: (row) => row.plate },
  { header: 'Marca', kind: 'text', value: (row) => row.maker },
  { header: 'Modello', kind: 'text', value: (row) => row.model },
  { header: 'Versione', kind: 'text', value: (row) => row.versionName },
  { header: 'Immatricolazione', kind: 'day', value: (row) => row.registeredOn },
  { header: 'Km', kind: 'number', value: (row) => row.km },
  { header: 'Stato', kind: 'text', value: (row) => valuationStates[row.state].label },
  { header: 'Offerta', kind: 'money', value: (row) => row.offer },
  { header: 'Valida fino al', kind: 'day', value: (row) => row.offerUntil },
  { header: 'Venduta a', kind: 'money', value: (row) => row.soldFor },
  { header: 'Oltre l’offerta', kind: 'money', value: realisedOf },
  { header: 'Cliente', kind: 'text', value: (row) => row.customer },
  { header: 'Di', kind: 'text', value: (row) => row.madeBy },
  { header: 'Specialista', kind: 'text', value: (row) => row.specialist },
  { header: 'Sede', kind: 'text', value: (row) => row.location },
  { header: 'Rispondere entro', kind: 'instant', value: (row) => row.answerBy },
  { header: 'Creata', kind: 'instant', value: (row) => row.createdAt },
];

export const exportList: VerbOf<Table, 'GET /valuations/export'> = (ctx, { query }) =>
  exportFile(ctx, listed(ctx), query, columns);
