import { sql } from 'kysely';
import { addMonths } from '#domain/dates.ts';
import { SOON_DAYS } from '#domain/quotes/limits.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { quoteRights } from '#domain/quotes/rights.ts';
import { quoteRowFields } from '#domain/quotes/row.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import type { QuoteSums } from '#domain/quotes/schema.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { countParts, readFigure } from '#backend/lib/records/figures.ts';
import { exportFile, list as readList } from '#backend/lib/records/list.ts';
import { rowSpreadsheet } from '#backend/lib/records/rows.ts';
import { quoteFigure } from '../counted.ts';
import { listed, rowOf, where, type Filters, type ListRow } from './list.ts';

type Table = typeof table;

export const list: VerbOf<Table, 'GET /quotes'> = async (ctx, { query }) => {
  const { rows, sums, ...page } = await readList(ctx, listed, query);
  return { ...page, rows: rows.map((row) => rowOf(ctx, row)), sums: sums as QuoteSums };
};

export const exportList: VerbOf<Table, 'GET /quotes/export'> = (ctx, { query }) =>
  exportFile(
    ctx,
    listed,
    query,
    rowSpreadsheet(ctx, quoteRowFields, { state: { value: (row) => quoteStates[stateOn(row, ctx.today)].label } }),
  );

/** Months on the dashboard, this one included. */
const MONTHS = 12;

/** Figures of the quotes that the caller may see; the months are the last twelve, in Rome. */
export const summary: VerbOf<Table, 'GET /quotes/summary'> = async (ctx, { query }) => {
  const { db, today } = ctx;
  const of = { filters: query, rights: quoteRights };
  // Each by a reading of its own, which an index answers: together they would read every quote.
  const countOf = async (filters: Filters) =>
    (await countParts(ctx, quoteFigure, { ...of, parts: { all: { filters } } })).all;
  const counts = {
    drafts: await countOf({ state: ['draft'] }),
    open: await countOf({ state: ['issued'] }),
    expiring: await countOf({ expiring: SOON_DAYS }),
  };
  const from = addMonths(`${today.slice(0, 7)}-01`, 1 - MONTHS);
  const parts = { all: { from, to: today } };
  const measures = ['count', 'keysInHand'];
  const issued = await readFigure(ctx, quoteFigure, { ...of, basis: 'issued', by: ['month'], parts, measures });
  const months = Array.from({ length: MONTHS }, (_, n) => {
    const month = addMonths(from, n).slice(0, 7);
    const { count, keysInHand } = issued.find((one) => one.month === month)?.sums.all ?? {};
    return { month, issued: count ?? 0, value: keysInHand ?? 0 };
  });
  const { rows: latest } =
    await sql<ListRow>`${listed.select} where ${where(ctx, query)} order by q.updated_at desc, q.id desc limit 5`.execute(
      db,
    );
  const { issued: issuedThisMonth, value: valueThisMonth } = months.at(-1)!;
  return { ...counts, issuedThisMonth, valueThisMonth, months, latest: latest.map((row) => rowOf(ctx, row)) };
};

export const sellers: VerbOf<Table, 'GET /quotes/sellers'> = async (ctx) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from users u where u.company_id = ${ctx.user.companyId}
      and exists (select from quotes q where q.seller_id = u.id and ${where(ctx)}) order by u.name, u.id`.execute(
    ctx.db,
  );
  return rows;
};
