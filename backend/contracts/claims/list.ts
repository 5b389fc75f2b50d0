/** Lists of claims: the page and the export. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { claims as table } from '#domain/contracts/claims/endpoints.ts';
import { claimRowFields as fields } from '#domain/contracts/claims/row.ts';
import type { ClaimSums } from '#domain/contracts/claims/schema.ts';
import type { ReadRow } from '#domain/record/row.ts';
import { OWN } from '#backend/db/tenant.ts';
import { exportFile, is, list as readList, type Listed } from '#backend/lib/records/list.ts';
import { rowSpreadsheet, rowsOf, rowWhere } from '#backend/lib/records/rows.ts';
import { visible } from '#backend/lib/records/scope.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { claimCourse, OVER, OWED } from './records.ts';

type Table = typeof table;
type Row = ReadRow<typeof fields>;
type Filters = Partial<z.output<Table['GET /claims']['query']>>;

/** Whether the contract has ended, which decides how much of a credit is owed back. */
const ended = sql`left join lateral (select ${OVER} as over from contracts t where t.company_id = ${OWN} and t.id = r.contract_id) t on true`;

/** What ends first stands first. */
const listed: Listed<Row, Filters> = {
  ...rowsOf(fields, {
    table: 'claims',
    as: 'r',
    joins: sql`left join locations location on location.company_id = r.company_id and location.id = r.location_id ${ended}`,
    computed: { owed: OWED },
  }),
  file: 'rimborsi',
  sort: { sort: 'dueBy', dir: 'asc' },
  sums: {
    state: () => sql`r.state`,
    read: ['id', 'amount', 'credited_amount'],
    of: {
      amount: sql`sum(amount)`,
      creditedAmount: sql`sum(credited_amount)`,
      owed: sql`sum(case when state = 'owed_back' then
        (select ${OWED} from claims r ${ended} where r.company_id = ${OWN} and r.id = counted.id) end)`,
    },
  },
  visible: (ctx) => visible(ctx, claimCourse.of),
  where: (ctx, query) => [
    ...rowWhere(fields, 'r', ctx, query),
    ...is('r.contract_id', query.contractId),
    ...is('r.location_id', query.locationId),
  ],
};

export const list: VerbOf<Table, 'GET /claims'> = async (ctx, { query }) => {
  const { sums, ...page } = await readList(ctx, listed, query);
  return { ...page, sums: sums as ClaimSums };
};

export const exportList: VerbOf<Table, 'GET /claims/export'> = (ctx, { query }) =>
  exportFile(ctx, listed, query, rowSpreadsheet(ctx, fields));
