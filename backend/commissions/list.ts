/** Statements by person and month, and the pay list. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { commissions as table } from '#domain/commissions/endpoints.ts';
import { monthOf } from '#domain/commissions/month.ts';
import { statementRowFields as fields } from '#domain/commissions/row.ts';
import type { ReadRow } from '#domain/record/row.ts';
import { OWN } from '../db/tenant.ts';
import { exportFile, is, list as readList, type Listed } from '../lib/records/list.ts';
import { rowSpreadsheet, rowsOf, rowWhere } from '../lib/records/rows.ts';
import { visible } from '../lib/records/scope.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { byLine, CARRIED, DISPUTED, statementCourse, TOTAL } from './statements.ts';

type Table = typeof table;
type Row = ReadRow<typeof fields>;
type Filters = Partial<z.output<Table['GET /commissions/statements']['query']>>;

const LINES = byLine(
  sql`(select * from commission_entries e where e.company_id = ${OWN} and e.user_id = t.user_id and e.month = t.month)`,
);

/** Statements that the caller may see, the newest month first. */
const listed: Listed<Row, Filters> = {
  ...rowsOf(fields, {
    table: 'commissionStatements',
    as: 't',
    joins: sql`join users person on person.company_id = t.company_id and person.id = t.user_id`,
    computed: {
      lines: sql`(select coalesce(sum(k.lines), 0)::int from (${LINES}) k)`,
      earned: sql`coalesce((select sum(k.amount)::bigint from (${LINES}) k where k.amount > 0), 0)`,
      taken: sql`coalesce((select sum(k.amount)::bigint from (${LINES}) k where k.amount < 0), 0)`,
      carried: CARRIED,
      due: sql`${TOTAL} + ${CARRIED}`,
      disputed: DISPUTED,
    },
  }),
  file: 'provvigioni',
  sort: { sort: 'month', dir: 'desc' },
  visible: (ctx) => visible(ctx, statementCourse.of),
  where: (ctx, query) => [
    ...rowWhere(fields, 't', ctx, query),
    ...is('t.user_id', query.userId),
    ...(query.disputed === undefined ? [] : [sql<SqlBool>`${DISPUTED} = ${query.disputed === 'true'}`]),
    ...(query.payable === undefined ? [] : [sql<SqlBool>`(${TOTAL} + ${CARRIED} > 0) = ${query.payable === 'true'}`]),
  ],
};

export const list: VerbOf<Table, 'GET /commissions/statements'> = async (ctx, { query }) => {
  const { sums: _, ...page } = await readList(ctx, listed, query);
  return page;
};

export const exportList: VerbOf<Table, 'GET /commissions/statements/export'> = (ctx, { query }) =>
  exportFile(
    ctx,
    listed,
    query,
    rowSpreadsheet(ctx, fields, { month: { kind: 'text', value: ({ month }) => monthOf(month) } }),
  );
