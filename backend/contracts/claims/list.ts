/** Lists of claims: the page and the export. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { claims as table } from '#domain/contracts/claims/endpoints.ts';
import { claimRowFields as fields } from '#domain/contracts/claims/row.ts';
import type { ReadRow } from '#domain/record/row.ts';
import { exportFile, is, list as readList, type Listed } from '#backend/lib/records/list.ts';
import { rowSpreadsheet, rowsOf, rowWhere } from '#backend/lib/records/rows.ts';
import { visible } from '#backend/lib/records/scope.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { claimCourse } from './records.ts';

type Table = typeof table;
type Row = ReadRow<typeof fields>;
type Filters = Partial<z.output<Table['GET /claims']['query']>>;

/** What ends first stands first. */
const listed: Listed<Row, Filters> = {
  ...rowsOf(fields, {
    table: 'claims',
    as: 'r',
    joins: sql`left join locations location on location.company_id = r.company_id and location.id = r.location_id`,
  }),
  file: 'rimborsi',
  sort: { sort: 'dueBy', dir: 'asc' },
  sums: {
    state: () => sql`r.state`,
    read: ['amount', 'credited_amount'],
    of: { amount: sql`sum(amount)`, creditedAmount: sql`sum(credited_amount)` },
  },
  visible: (ctx) => visible(ctx, claimCourse.of),
  where: (ctx, query) => [
    ...rowWhere(fields, 'r', ctx, query),
    ...is('r.contract_id', query.contractId),
    ...is('r.location_id', query.locationId),
  ],
};

export const list: VerbOf<Table, 'GET /claims'> = (ctx, { query }) => readList(ctx, listed, query);

export const exportList: VerbOf<Table, 'GET /claims/export'> = (ctx, { query }) =>
  exportFile(ctx, listed, query, rowSpreadsheet(ctx, fields));
