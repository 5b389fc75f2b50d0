/** Lists of visits: the page and the export. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { accesses as table } from '#domain/accesses/endpoints.ts';
import type { AccessRow } from '#domain/accesses/schema.ts';
import { accessOutcomes, accessStates, accessSubjects, openStates } from '#domain/accesses/terms.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Column } from '../lib/files/export.ts';
import { exportFile, is, isOrNone, list as readList, type Listed } from '../lib/records/list.ts';
import { visible } from '../lib/records/scope.ts';
import { accessCourse } from './records.ts';

type Table = typeof table;
type Filters = Partial<z.output<Table['GET /accesses']['query']>>;

/** Visits that the caller may see, the latest first. */
export const listed: Listed<AccessRow, Filters> = {
  table: 'accesses',
  as: 't',
  file: 'accessi',
  select: sql`select t.id, t.version, t.state, t.ticket, t.day, t.expected_at, t.arrived_at, t.missed_at is not null as missed, t.outcome,
      t.name, t.subject, t.people, t.wish, t.customer_id, c.name as customer, l.name as location, t.seller_id, u.name as seller,
      t.waiting_since, t.begun_at is not null as begun, t.handled_at, t.next_step, t.updated_at
    from accesses t left join users u on u.company_id = t.company_id and u.id = t.seller_id
    left join customers c on c.company_id = t.company_id and c.id = t.customer_id
    left join locations l on l.company_id = t.company_id and l.id = t.location_id`,
  order: {
    day: 't.day',
    ticket: 't.ticket',
    name: 't.name',
    state: 't.state',
    arrivedAt: 't.arrived_at',
    expectedAt: 't.expected_at',
    handledAt: 't.handled_at',
    seller: 'u.name',
    location: 'l.name',
    updatedAt: 't.updated_at',
  },
  sort: { sort: 'day', dir: 'desc' },
  visible: (ctx) => visible(ctx, accessCourse.of),
  where: (ctx, { state, outcome, subject, sellerId, locationId, customerId, open, arrived, from, to }) => [
    ...(state?.length ? [sql<SqlBool>`t.state = any(${state}::text[])`] : []),
    ...is('t.outcome', outcome),
    ...is('t.subject', subject),
    ...isOrNone('t.seller_id', sellerId),
    ...isOrNone('t.location_id', locationId),
    ...is('t.customer_id', customerId),
    ...(open === 'true'
      ? [sql<SqlBool>`t.state = any(${openStates}::text[]) and t.day <= ${ctx.today} and t.missed_at is null`]
      : []),
    ...(arrived === 'true' ? [sql<SqlBool>`t.arrived_at is not null`] : []),
    ...(from === undefined ? [] : [sql<SqlBool>`t.day >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`t.day <= ${to}`]),
  ],
};

export const list: VerbOf<Table, 'GET /accesses'> = async (ctx, { query }) => {
  const { sums: _, ...page } = await readList(ctx, listed, query);
  return page;
};

const columns: Column<AccessRow>[] = [
  { header: 'Giorno', kind: 'day', value: (row) => row.day },
  { header: 'Numero', kind: 'text', value: (row) => row.ticket && `A ${row.ticket}` },
  { header: 'Nome', kind: 'text', value: (row) => row.customer ?? row.name },
  { header: 'Per', kind: 'text', value: (row) => accessSubjects[row.subject] },
  { header: 'Persone', kind: 'number', value: (row) => row.people },
  { header: 'Richiesta', kind: 'text', value: (row) => row.wish },
  { header: 'Stato', kind: 'text', value: (row) => accessStates[row.state].label },
  { header: 'Venditore', kind: 'text', value: (row) => row.seller },
  { header: 'Sede', kind: 'text', value: (row) => row.location },
  { header: 'Atteso', kind: 'instant', value: (row) => row.expectedAt },
  { header: 'Arrivo', kind: 'instant', value: (row) => row.arrivedAt },
  { header: 'Fine', kind: 'instant', value: (row) => row.handledAt },
  { header: 'Esito', kind: 'text', value: (row) => row.outcome && accessOutcomes[row.outcome] },
  { header: 'Che cosa segue', kind: 'text', value: (row) => row.nextStep },
];

export const exportList: VerbOf<Table, 'GET /accesses/export'> = (ctx, { query }) =>
  exportFile(ctx, listed, query, columns);
