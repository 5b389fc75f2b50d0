/** Statements by person and month, and the pay list. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { commissions as table } from '#domain/commissions/endpoints.ts';
import type { StatementRow } from '#domain/commissions/schema.ts';
import { statementStates } from '#domain/commissions/statement.ts';
import { monthOf } from '#domain/commissions/month.ts';
import { OWN } from '../db/tenant.ts';
import type { Column } from '../lib/files/export.ts';
import { inStates } from '../lib/records/course.ts';
import { between, exportFile, is, list as readList, type Listed } from '../lib/records/list.ts';
import { visible } from '../lib/records/scope.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { CARRIED, DISPUTED, statementCourse, TOTAL } from './statements.ts';

type Table = typeof table;
type Filters = Partial<z.output<Table['GET /commissions/statements']['query']>>;

const LINES = sql`select k.amount from commission_entries k where k.company_id = ${OWN} and k.user_id = t.user_id and k.month = t.month`;

/** Statements that the caller may see, the newest month first. */
const listed: Listed<StatementRow, Filters> = {
  table: 'commissionStatements',
  as: 't',
  file: 'provvigioni',
  select: sql`select t.id, t.version, t.state, t.user_id, u.name as user, u.payroll_number, t.month, ${CARRIED} as carried, ${TOTAL} + ${CARRIED} as due, ${DISPUTED} as disputed,
      (select count(*)::int from (${LINES}) k) as lines,
      coalesce((select sum(k.amount)::bigint from (${LINES}) k where k.amount > 0), 0) as earned,
      coalesce((select sum(k.amount)::bigint from (${LINES}) k where k.amount < 0), 0) as taken, t.paid_on, t.updated_at
    from commission_statements t join users u on u.company_id = t.company_id and u.id = t.user_id`,
  order: { month: 't.month', user: 'u.name', state: 't.state', paidOn: 't.paid_on', updatedAt: 't.updated_at' },
  sort: { sort: 'month', dir: 'desc' },
  where: (ctx, { state, userId, from, to, disputed }) => [
    visible(ctx, statementCourse.of),
    ...(state?.length ? [inStates(statementStates, 't', state, ctx.today)] : []),
    ...is('t.user_id', userId),
    ...between('t.month', from, to),
    ...(disputed === undefined ? [] : [sql<SqlBool>`${DISPUTED} = ${disputed === 'true'}`]),
  ],
};

export const list: VerbOf<Table, 'GET /commissions/statements'> = async (ctx, { query }) => {
  const { sums: _, ...page } = await readList(ctx, listed, query);
  return page;
};

const columns: Column<StatementRow>[] = [
  { header: 'Persona', kind: 'text', value: (row) => row.user },
  { header: 'Matricola', kind: 'text', value: (row) => row.payrollNumber },
  { header: 'Mese', kind: 'text', value: (row) => monthOf(row.month) },
  { header: 'Stato', kind: 'text', value: (row) => statementStates[row.state].label },
  { header: 'Righe', kind: 'number', value: (row) => row.lines },
  { header: 'Maturato', kind: 'money', value: (row) => row.earned },
  { header: 'Storni', kind: 'money', value: (row) => row.taken },
  { header: 'Debito da prima', kind: 'money', value: (row) => row.carried },
  { header: 'Da liquidare', kind: 'money', value: (row) => row.due },
  { header: 'Pagato il', kind: 'day', value: (row) => row.paidOn },
];

export const exportList: VerbOf<Table, 'GET /commissions/statements/export'> = (ctx, { query }) =>
  exportFile(ctx, listed, query, columns);
