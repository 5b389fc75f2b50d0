/** Calls about wholesale offers: list and figures, drafts, history, documents and mail. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { addDays } from '#domain/dates.ts';
import { stateIn } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { b2bEndpoints as table } from '#domain/quotes/b2b/endpoints.ts';
import { b2bCompared } from '#domain/quotes/b2b/fields.ts';
import type { B2bRow, B2bSums } from '#domain/quotes/b2b/schema.ts';
import { b2bStates } from '#domain/quotes/terms.ts';
import { SOON_DAYS } from '#domain/quotes/limits.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { inStates, nearing, stateOnDay } from '#backend/lib/records/course.ts';
import { hitsOf } from '#backend/lib/records/hits.ts';
import type { Column } from '#backend/lib/files/export.ts';
import type { Laid } from '#backend/lib/ports/laid.ts';
import { b2bHref } from '#backend/lib/records/links.ts';
import { between, exportFile, filtered, is, list as readList, type Listed } from '#backend/lib/records/list.ts';
import { readQuoteSettings } from '#backend/lib/records/params.ts';
import { revisionVerbs } from '#backend/lib/records/revisions.ts';
import { visible } from '#backend/lib/records/scope.ts';
import { fieldText, write } from '#backend/lib/records/timeline.ts';
import { byHolder } from '#backend/documents/messages.ts';
import { forgetRequests } from '../approvals/requests.ts';
import { sendingOf } from '#backend/documents/sending.ts';
import { quoteMail } from '../sent/mail.ts';
import { readProvinces } from '#backend/lib/records/provinces.ts';
import { historyOf } from '../timeline.ts';
import { findCars, readB2bSheet, visibleB2bSheet } from './cars.ts';
import { b2bDrawing, b2bHolds, b2bValues } from './document.ts';
import { ask, b2bMoves, b2bPrints, b2bSendable, documentOf, fallIfOutgrown } from './moves.ts';
import { b2bCourse, columnsOf, derive, factsOf } from './records.ts';

type Table = typeof table;
type Filters = Partial<z.output<Table['GET /quotes/b2b']['query']>>;
type Row = Omit<B2bRow, 'href' | 'margin'> & { margin: number | null };

/** Latest revisions that the caller may see. */
const listed: Listed<Row, Filters> = {
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
  where: (ctx, { state, sellerId, customerId, regime, totalFrom, totalTo, from, to, expiring, loss }) => [
    visible(ctx, b2bCourse.of),
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
const where = (ctx: Ctx, filters: Filters = {}) => filtered(ctx, listed, filters);

const list: VerbOf<Table, 'GET /quotes/b2b'> = async (ctx, { query }) => {
  const { rows, sums, ...page } = await readList(ctx, listed, query);
  const seen = rows.map((row) => ({ ...row, state: stateIn(b2bStates, row, ctx.today), href: b2bHref(row.id) }));
  return { ...page, rows: seen, sums: sums as B2bSums };
};

const columns = (today: string): Column<Row>[] => [
  { header: 'Numero', kind: 'text', value: (row) => row.number },
  { header: 'Revisione', kind: 'number', value: (row) => row.revision },
  { header: 'Stato', kind: 'text', value: (row) => b2bStates[stateIn(b2bStates, row, today)].label },
  { header: 'Operatore', kind: 'text', value: (row) => row.customer },
  { header: 'Auto', kind: 'number', value: (row) => row.carCount },
  { header: 'Vetture', kind: 'text', value: (row) => row.vehicle },
  { header: 'Totale', kind: 'money', value: (row) => row.total },
  { header: 'Scadenza', kind: 'day', value: (row) => row.expiresOn },
  { header: 'Venditore', kind: 'text', value: (row) => row.seller },
  { header: 'Creato il', kind: 'instant', value: (row) => row.createdAt },
];
const margin: Column<Row> = { header: 'Margine', kind: 'money', value: (row) => row.margin };

const exportList: VerbOf<Table, 'GET /quotes/b2b/export'> = (ctx, { query }) =>
  exportFile(ctx, listed, query, [...columns(ctx.today), ...(holds(ctx, p.seeMargin) ? [margin] : [])]);

const summary: VerbOf<Table, 'GET /quotes/b2b/summary'> = async (ctx) => {
  const count = (filters: Filters) => sql`(select count(*) from b2b_quotes q where ${where(ctx, filters)})`;
  const month = `${ctx.today.slice(0, 7)}-01`;
  // The history of states says when an offer was accepted.
  const accepted = sql`from b2b_quotes q where ${where(ctx, { state: ['accepted'] })} and exists (select from state_changes s
    where s.company_id = ${ctx.user.companyId} and s.entity = 'b2b_quote' and s.record_id = q.id and s.to_state = 'accepted' and s.at >= ${month}::date)`;
  const { rows } = await sql<{
    drafts: number;
    open: number;
    expiring: number;
    soldThisMonth: number;
    valueThisMonth: number;
  }>`
    select ${count({ state: ['draft'] })} as drafts, ${count({ state: ['issued'] })} as open, ${count({ expiring: SOON_DAYS })} as expiring,
      (select coalesce(sum(q.car_count), 0) ${accepted}) as sold_this_month, (select coalesce(sum(q.total), 0) ${accepted}) as value_this_month`.execute(
    ctx.db,
  );
  return rows[0]!;
};

const sellers: VerbOf<Table, 'GET /quotes/b2b/sellers'> = async (ctx) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from users u where u.company_id = ${ctx.user.companyId}
      and exists (select from b2b_quotes q where q.seller_id = u.id and ${where(ctx)}) order by u.name, u.id`.execute(
    ctx.db,
  );
  return rows;
};

/** Finds offers for Ctrl+K, by the same rule as their list. */
export const b2bHits = hitsOf<Pick<Row, 'id' | 'number' | 'customer' | 'vehicle'>>(
  b2bCourse.of,
  sql`q.number, q.customer_name as customer, q.vehicle`,
  where,
  ({ id, number, customer, vehicle }) => ({
    label: 'Offerta B2B',
    icon: 'building-2',
    title: number ?? 'Bozza di offerta B2B',
    subtitle: [customer, vehicle].filter(Boolean).join(' · '),
    href: b2bHref(id),
  }),
);

const start: VerbOf<Table, 'GET /quotes/b2b/start'> = async (ctx, { query }) => {
  const ids = query.cars?.split(',').map(Number) ?? [];
  const sheet = visibleB2bSheet(ctx, await readB2bSheet(ctx, ids));
  const { notes } = await readQuoteSettings(ctx.db, ctx.user.companyId, ctx.today);
  return {
    // In the order in which the caller named them.
    sheet: { ...sheet, cars: ids.flatMap((id) => sheet.cars.find((car) => car.id === id) ?? []) },
    provinces: (await readProvinces(ctx.db, ctx.user.companyId, ctx.today)).map(({ code, name }) => ({ code, name })),
    notes,
  };
};

const drafts = revisionVerbs('quotes/b2b', b2bCourse, {
  derive,
  columns: columnsOf,
  facts: factsOf,
  saved: (ctx, _, derived) => fallIfOutgrown(ctx, derived),
  removed: (ctx, b2bQuoteId) => forgetRequests(ctx, { b2bQuoteId }),
  gist: ({ customerName: customer, vehicle, total }) => ({ customer, vehicle, total }),
});

const timeline = historyOf(b2bCourse, {
  made: 'ha creato l’offerta',
  asked: 'ha chiesto un prezzo oltre il limite',
  approvals: 'b2bQuoteId',
  states: b2bStates,
  fields: {
    ...Object.fromEntries(b2bCompared.map(([key, field]) => [key, fieldText(field)])),
    total: ['Totale', write.money],
  },
  outside: byHolder('L’operatore', 'l’offerta'),
  columns: sql<{ total: number }>`total`,
  href: ({ id }) => b2bHref(id),
});

const sending = sendingOf(b2bSendable, quoteMail);

/** Wholesale offers as layouts print them. */
export const laidOffer: Laid = {
  kind: 'offers',
  newest: async (ctx, most) => {
    const { rows } = await readList(ctx, listed, { limit: most, offset: 0, sort: 'createdAt', dir: 'desc' });
    return rows.map(({ id, number, customer, vehicle }) => ({
      id,
      label: [number ?? 'Bozza', customer, vehicle].filter(Boolean).join(' · '),
    }));
  },
  async read(ctx, id) {
    const data = await documentOf(ctx, await b2bCourse.read(ctx, id));
    return {
      look: data.look,
      values: b2bValues(data),
      holds: b2bHolds(data),
      drawing: (look, blocks) => b2bDrawing({ ...data, look }, blocks),
    };
  },
};

/** The verbs of wholesale offers. */
export const b2bVerbs = {
  'GET /quotes/b2b': list,
  'GET /quotes/b2b/export': exportList,
  'GET /quotes/b2b/summary': summary,
  'GET /quotes/b2b/sellers': sellers,
  'GET /quotes/b2b/start': start,
  'GET /quotes/b2b/cars': (async (ctx, { query }) => findCars(ctx, query.q)) satisfies VerbOf<
    Table,
    'GET /quotes/b2b/cars'
  >,
  ...drafts,
  ...b2bMoves,
  ...b2bPrints,
  'POST /quotes/b2b/:id/approvals': ask,
  'GET /quotes/b2b/:id/sending': sending.read,
  'POST /quotes/b2b/:id/messages': sending.send,
  'POST /quotes/b2b/:id/sms': sending.sms,
  'POST /quotes/b2b/:id/messages/:messageId/resend': sending.resend,
  'POST /quotes/b2b/:id/link': sending.link,
  'DELETE /quotes/b2b/:id/link': sending.revoke,
  'GET /quotes/b2b/:id/timeline': timeline,
};
