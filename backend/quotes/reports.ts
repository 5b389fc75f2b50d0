import { sql } from 'kysely';
import { COUNT_LIMIT } from '#domain/list.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import type { QuoteRow } from '#domain/quotes/schema.ts';
import { quoteStateLabels } from '#domain/quotes/terms.ts';
import type { VerbOf } from '../lib/bind.ts';
import { holds, type Ctx } from '../lib/context.ts';
import { EXPORT_LIMIT, exportRows, type Column } from '../lib/export.ts';
import { readRows, where, type Filters } from './list.ts';

type Table = typeof table;
const WARN_DAYS = 2;

export const list: VerbOf<Table, 'GET /quotes'> = async (ctx, { query }) => {
  const totals = await sql<{ total: number; keysInHandTotal: number | null }>`
    select count(*) as total, case when count(*) <= ${COUNT_LIMIT} then coalesce(sum(keys_in_hand), 0) end as keys_in_hand_total
    from (select q.keys_in_hand from quotes q where ${where(ctx, query)} limit ${COUNT_LIMIT + 1}) counted`.execute(
    ctx.db,
  );
  return { rows: await readRows(ctx, query, query.limit, query.offset), ...totals.rows[0]! };
};

type Exported = QuoteRow & { margin: number | null };
const sheetColumns: readonly Column<Exported>[] = [
  { header: 'Numero', kind: 'text', value: (row) => row.number },
  { header: 'Revisione', kind: 'number', value: (row) => row.revision },
  { header: 'Stato', kind: 'text', value: (row) => quoteStateLabels[row.state] },
  { header: 'Cliente', kind: 'text', value: (row) => row.customer },
  { header: 'Veicolo', kind: 'text', value: (row) => row.vehicle },
  { header: 'Chiavi in mano', kind: 'money', value: (row) => row.keysInHand },
  { header: 'Rata', kind: 'money', value: (row) => row.instalment },
  { header: 'Scadenza', kind: 'day', value: (row) => row.expiresOn },
  { header: 'Venditore', kind: 'text', value: (row) => row.seller },
  { header: 'Creato il', kind: 'instant', value: (row) => row.createdAt },
];
const margin: Column<Exported> = { header: 'Margine', kind: 'money', value: (row) => row.margin };

export const exportList: VerbOf<Table, 'GET /quotes/export'> = async (ctx, { query }) => {
  const rows = await readRows(ctx, query, EXPORT_LIMIT + 1);
  await ctx.audit({ action: 'export', entity: 'quotes', after: { rows: rows.length, format: query.format } });
  return exportRows(
    `preventivi-${ctx.today}`,
    query.format,
    holds(ctx, 33) ? [...sheetColumns, margin] : sheetColumns,
    rows,
  );
};

const count = (ctx: Ctx, filters: Filters) => sql`(select count(*) from quotes q where ${where(ctx, filters)})`;

/** Figures of the quotes that the caller may see; months are the last twelve, in Rome. */
export const summary: VerbOf<Table, 'GET /quotes/summary'> = async (ctx) => {
  const { db, today } = ctx;
  // Each figure and each month by its own walk of an index: together they would read every quote.
  const counts = await sql<{ drafts: number; open: number; expiring: number }>`
    select ${count(ctx, { state: ['draft'] })} as drafts, ${count(ctx, { state: ['issued'] })} as open,
      ${count(ctx, { expiring: WARN_DAYS })} as expiring`.execute(db);
  const { rows: months } = await sql<{ month: string; issued: number; value: number }>`
    select to_char(m, 'YYYY-MM') as month, sums.*
    from generate_series(date_trunc('month', ${today}::date) - interval '11 months', date_trunc('month', ${today}::date), interval '1 month') m
    cross join lateral (select count(*) as issued, coalesce(sum(q.keys_in_hand), 0) as value from quotes q
      where q.issued_at >= m and q.issued_at < m + interval '1 month' and ${where(ctx)}) sums
    order by m`.execute(db);
  const latest = await readRows(ctx, { sort: 'updatedAt', dir: 'desc' }, 5);
  const { issued: issuedThisMonth, value: valueThisMonth } = months.at(-1)!;
  return { ...counts.rows[0]!, issuedThisMonth, valueThisMonth, months, latest };
};

export const sellers: VerbOf<Table, 'GET /quotes/sellers'> = async (ctx) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from users u where u.company_id = ${ctx.user.companyId}
      and exists (select from quotes q where q.seller_id = u.id and ${where(ctx)}) order by u.name, u.id`.execute(
    ctx.db,
  );
  return rows;
};
