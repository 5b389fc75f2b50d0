/** Lists of visits: the page and the export. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { accesses as table } from '#domain/accesses/endpoints.ts';
import { accessRowFields as fields } from '#domain/accesses/row.ts';
import type { AccessRow } from '#domain/accesses/schema.ts';
import { openStates, ticketOf } from '#domain/accesses/terms.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { isContracted, isQuoted } from '../lib/records/conversion.ts';
import { exportFile, is, isOrNone, list as readList, type Listed } from '../lib/records/list.ts';
import { rowSpreadsheet, rowsOf, rowWhere } from '../lib/records/rows.ts';
import { visible } from '../lib/records/scope.ts';
import { accessCourse } from './records.ts';
import { reasonLabel } from './words/offered.ts';

type Table = typeof table;
export type Filters = Partial<z.output<Table['GET /accesses']['query']>>;

/** The hour of the day in Rome in which somebody came. */
export const arrivalHour = sql<number | null>`extract(hour from t.arrived_at at time zone 'Europe/Rome')::int`;
/** When a seller began, or the desk had handled it; null: neither yet. */
const served = sql`coalesce(t.begun_at, t.handled_at)`;
/**
 * Whole minutes of the last wait. Null: nobody has taken it, or it was closed on a later day than its own, which says
 * nothing of how long somebody waited.
 */
export const waitedMinutes = sql<number | null>`case when (${served} at time zone 'Europe/Rome')::date = t.day
  then floor(extract(epoch from ${served} - coalesce(t.waiting_since, t.arrived_at)) / 60)::int end`;
const contact = { customer: sql`t.customer_id`, lead: sql`t.lead_id`, day: sql`t.day` };

/** Condition: this was answered to this question, `CODE:answer`. */
function hasAnswer(wanted: string) {
  const [question = '', ...rest] = wanted.split(':');
  return sql<SqlBool>`t.answers @> ${JSON.stringify([{ question, answer: rest.join(':') }])}::jsonb`;
}

/** Visits that the caller may see, the latest first. */
export const listed: Listed<AccessRow, Filters> = {
  ...rowsOf(fields, {
    table: 'accesses',
    as: 't',
    joins: sql`left join users seller on seller.company_id = t.company_id and seller.id = t.seller_id
      left join customers customer on customer.company_id = t.company_id and customer.id = t.customer_id
      left join locations location on location.company_id = t.company_id and location.id = t.location_id`,
    computed: {
      reason: reasonLabel(sql`t.reason`),
      begun: sql`t.begun_at is not null`,
      missed: sql`t.missed_at is not null`,
    },
  }),
  file: 'accessi',
  sort: { sort: 'day', dir: 'desc' },
  visible: (ctx) => visible(ctx, accessCourse.of),
  where: (ctx, query) => [
    ...rowWhere(fields, 't', ctx, query),
    ...isOrNone('t.seller_id', query.sellerId),
    ...isOrNone('t.location_id', query.locationId),
    ...is('t.customer_id', query.customerId),
    ...(query.reason === undefined
      ? []
      : [query.reason === 'none' ? sql<SqlBool>`t.reason is null` : sql<SqlBool>`t.reason = ${query.reason}`]),
    ...(query.answered === undefined ? [] : [hasAnswer(query.answered)]),
    ...(query.open === 'true'
      ? [sql<SqlBool>`t.state = any(${openStates}::text[]) and t.day <= ${ctx.today} and t.missed_at is null`]
      : []),
    ...(query.arrived === 'true' ? [sql<SqlBool>`t.arrived_at is not null`] : []),
    ...(query.hour === undefined ? [] : [sql<SqlBool>`${arrivalHour} = ${query.hour}`]),
    ...(query.waited === 'true' ? [sql<SqlBool>`${waitedMinutes} is not null`] : []),
    ...(query.abandoned === 'true'
      ? [sql<SqlBool>`t.arrived_at is not null and ${served} is null and t.day < ${ctx.today}`]
      : []),
    ...(query.refused === 'true' ? [sql<SqlBool>`t.refusals > 0`] : []),
    ...(query.quoted === 'true' ? [isQuoted(contact)] : []),
    ...(query.contracted === 'true' ? [isContracted(contact)] : []),
  ],
};

export const list: VerbOf<Table, 'GET /accesses'> = async (ctx, { query }) => {
  const { sums: _, ...page } = await readList(ctx, listed, query);
  return page;
};

export const exportList: VerbOf<Table, 'GET /accesses/export'> = (ctx, { query }) =>
  exportFile(
    ctx,
    listed,
    query,
    rowSpreadsheet(ctx, fields, {
      ticket: { kind: 'text', value: ({ ticket }) => ticket && ticketOf(ticket) },
      name: { value: ({ customer, name }) => customer ?? name },
    }),
  );
