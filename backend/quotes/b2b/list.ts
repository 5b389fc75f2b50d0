import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { addDays } from '#domain/dates.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { b2bEndpoints as table } from '#domain/quotes/b2b/endpoints.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import type { B2bRow } from '#domain/quotes/b2b/schema.ts';
import { b2bStates, type B2bState } from '#domain/quotes/b2b/terms.ts';
import { HITS, type Hits } from '#backend/lib/area.ts';
import type { VerbOf } from '#backend/lib/bind.ts';
import { holds, type Ctx } from '#backend/lib/context.ts';
import type { Column } from '#backend/lib/export.ts';
import { b2bHref } from '#backend/lib/links.ts';
import { between, exportFile, filtered, is, list as readList, type Listed } from '#backend/lib/list.ts';
import { visible } from '#backend/lib/scope.ts';
import { bestFirst } from '#backend/lib/search.ts';
import { owned } from './records.ts';

type Table = typeof table;
type Filters = Partial<z.output<Table['GET /quotes/b2b']['query']>>;
type Row = Omit<B2bRow, 'href' | 'margin'> & { margin: number | null };
const WARN_DAYS = 2;

/** `expired` is issued with its last day behind; nothing stores it. */
const hasState = (states: readonly B2bState[], today: string) =>
  sql<SqlBool>`(case when q.state = 'issued' and q.expires_on < ${today} then 'expired' else q.state end) = any(${states}::text[])`;

/** Latest revisions that the caller may see. */
const listed: Listed<Row, Filters> = {
  table: 'b2bQuotes',
  as: 'q',
  file: 'preventivi-b2b',
  select: sql`select q.id, q.version, q.number, q.revision, q.state, q.customer_name as customer, q.car_count, q.vehicle, q.expires_on,
      q.total, q.margin, u.name as seller, q.seller_id, q.created_at, q.updated_at,
      (select c.phone from customers c where c.company_id = q.company_id and c.id = q.customer_id) as phone
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
  sum: 'total',
  where: (ctx, { state, sellerId, customerId, regime, totalFrom, totalTo, from, to, expiring, loss }) => [
    visible(ctx, owned),
    sql`not q.superseded`,
    ...(state?.length ? [hasState(state, ctx.today)] : []),
    ...is('q.seller_id', sellerId),
    ...is('q.customer_id', customerId),
    ...(regime === undefined ? [] : [sql<SqlBool>`${regime} = any(q.regimes)`]),
    ...between('q.total', totalFrom, totalTo),
    ...(from === undefined ? [] : [sql<SqlBool>`q.created_at >= ${from}::date`]),
    ...(to === undefined ? [] : [sql<SqlBool>`q.created_at < ${addDays(to, 1)}::date`]),
    // Nobody finds out by a filter what they may not see.
    ...(loss && holds(ctx, p.seeMargin) ? [sql<SqlBool>`q.margin < 0`] : []),
    ...(expiring === undefined
      ? []
      : [
          sql<SqlBool>`q.state = 'issued' and q.expires_on >= ${ctx.today} and q.expires_on <= ${addDays(ctx.today, expiring)}`,
        ]),
  ],
};
const where = (ctx: Ctx, filters: Filters = {}) => filtered(ctx, listed, filters);

const list: VerbOf<Table, 'GET /quotes/b2b'> = async (ctx, { query }) => {
  const { rows, sum, ...page } = await readList(ctx, listed, query);
  const seen = rows.map((row) => ({ ...row, state: b2bMachine.on(factsOf(row), ctx.today), href: b2bHref(row.id) }));
  return { ...page, rows: seen, totalSum: sum };
};

/** Lists show the newest revisions only. */
const factsOf = (row: Row) => ({ ...row, superseded: false });

const columns = (today: string): Column<Row>[] => [
  { header: 'Numero', kind: 'text', value: (row) => row.number },
  { header: 'Revisione', kind: 'number', value: (row) => row.revision },
  { header: 'Stato', kind: 'text', value: (row) => b2bStates[b2bMachine.on(factsOf(row), today)].label },
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
  // Since when an offer is accepted says the history of its states.
  const accepted = sql`from b2b_quotes q where ${where(ctx, { state: ['accepted'] })} and exists (select from state_changes s
    where s.company_id = q.company_id and s.entity = 'b2b_quote' and s.record_id = q.id and s.to_state = 'accepted' and s.at >= ${month}::date)`;
  const { rows } = await sql<{
    drafts: number;
    open: number;
    expiring: number;
    soldThisMonth: number;
    valueThisMonth: number;
  }>`
    select ${count({ state: ['draft'] })} as drafts, ${count({ state: ['issued'] })} as open, ${count({ expiring: WARN_DAYS })} as expiring,
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

export const b2bLists = {
  'GET /quotes/b2b': list,
  'GET /quotes/b2b/export': exportList,
  'GET /quotes/b2b/summary': summary,
  'GET /quotes/b2b/sellers': sellers,
};

/** Offers by the same rule as their list. */
export const b2bHits: Hits = async (ctx, q) => {
  const rows = await bestFirst(ctx, ['b2bQuotes', 'q.id'], q, HITS, async (condition, limit) => {
    const { rows: read } = await sql<Pick<Row, 'id' | 'number' | 'customer' | 'vehicle'>>`
      select q.id, q.number, q.customer_name as customer, q.vehicle from b2b_quotes q
      where ${where(ctx)} and ${condition} order by q.updated_at desc, q.id desc limit ${limit}`.execute(ctx.db);
    return read;
  });
  return rows.map(({ id, number, customer, vehicle }) => ({
    label: 'Offerta B2B',
    icon: 'building-2',
    title: number ?? 'Bozza di offerta B2B',
    subtitle: [customer, vehicle].filter(Boolean).join(' · '),
    href: b2bHref(id),
  }));
};
