import { sql } from 'kysely';
import { privileges as p } from '#domain/privileges.ts';
import { SOON_DAYS } from '#domain/quotes/limits.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import type { QuoteSums } from '#domain/quotes/schema.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import { saleChannels } from '#domain/stock/terms.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import type { Column } from '#backend/lib/files/export.ts';
import { exportFile, list as readList } from '#backend/lib/records/list.ts';
import { listed, rowOf, where, type Filters, type ListRow } from './list.ts';

type Table = typeof table;

export const list: VerbOf<Table, 'GET /quotes'> = async (ctx, { query }) => {
  const { rows, sums, ...page } = await readList(ctx, listed, query);
  return { ...page, rows: rows.map((row) => rowOf(ctx, row)), sums: sums as QuoteSums };
};

const sheetColumns = (today: string): Column<ListRow>[] => [
  { header: 'Numero', kind: 'text', value: (row) => row.number },
  { header: 'Revisione', kind: 'number', value: (row) => row.revision },
  { header: 'Stato', kind: 'text', value: (row) => quoteStates[stateOn(row, today)].label },
  { header: 'Cliente', kind: 'text', value: (row) => row.customer },
  { header: 'Veicolo', kind: 'text', value: (row) => row.vehicle },
  { header: 'Canale', kind: 'text', value: (row) => saleChannels[row.saleChannel] },
  { header: 'Chiavi in mano', kind: 'money', value: (row) => row.keysInHand },
  { header: 'Rata', kind: 'money', value: (row) => row.instalment },
  { header: 'Scadenza', kind: 'day', value: (row) => row.expiresOn },
  { header: 'Venditore', kind: 'text', value: (row) => row.seller },
  { header: 'Sede', kind: 'text', value: (row) => row.location },
  { header: 'Emesso il', kind: 'instant', value: (row) => row.issuedAt },
  { header: 'Creato il', kind: 'instant', value: (row) => row.createdAt },
];
const secretColumns: Column<ListRow>[] = [
  { header: 'Margine II', kind: 'money', value: (row) => row.margin },
  { header: 'Sconto', kind: 'money', value: (row) => row.discount },
  { header: 'Sconto %', kind: 'percent', value: (row) => row.discountPercent },
];

export const exportList: VerbOf<Table, 'GET /quotes/export'> = (ctx, { query }) => {
  return exportFile(ctx, listed, query, [
    ...sheetColumns(ctx.today),
    ...(holds(ctx, p.seeMargin) ? secretColumns : []),
  ]);
};

const count = (ctx: Ctx, filters: Filters) => sql`(select count(*) from quotes q where ${where(ctx, filters)})`;

/** Figures of the quotes that the caller may see; the months are the last twelve, in Rome. */
export const summary: VerbOf<Table, 'GET /quotes/summary'> = async (ctx, { query }) => {
  const { db, today } = ctx;
  // Each figure and each month has its own subquery, which uses an index: one combined query would read every quote.
  const counts = await sql<{ drafts: number; open: number; expiring: number }>`
    select ${count(ctx, { ...query, state: ['draft'] })} as drafts, ${count(ctx, { ...query, state: ['issued'] })} as open,
      ${count(ctx, { ...query, expiring: SOON_DAYS })} as expiring`.execute(db);
  const { rows: months } = await sql<{ month: string; issued: number; value: number }>`
    select to_char(m, 'YYYY-MM') as month, sums.*
    from generate_series(date_trunc('month', ${today}::date) - interval '11 months', date_trunc('month', ${today}::date), interval '1 month') m
    cross join lateral (select count(*) as issued, coalesce(sum(q.keys_in_hand), 0) as value from quotes q
      where q.issued_at >= m and q.issued_at < m + interval '1 month' and ${where(ctx, query)}) sums
    order by m`.execute(db);
  const { rows: latest } =
    await sql<ListRow>`${listed.select} where ${where(ctx, query)} order by q.updated_at desc, q.id desc limit 5`.execute(
      db,
    );
  const { issued: issuedThisMonth, value: valueThisMonth } = months.at(-1)!;
  return { ...counts.rows[0]!, issuedThisMonth, valueThisMonth, months, latest: latest.map((row) => rowOf(ctx, row)) };
};

export const sellers: VerbOf<Table, 'GET /quotes/sellers'> = async (ctx) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from users u where u.company_id = ${ctx.user.companyId}
      and exists (select from quotes q where q.seller_id = u.id and ${where(ctx)}) order by u.name, u.id`.execute(
    ctx.db,
  );
  return rows;
};
