/** Invoices and credit notes by their parts, and receipts: cancelled contracts too, as what was entered stays. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { reports } from '#domain/reports/reports.ts';
import { taxNames } from '#domain/reports/vat-register.ts';
import { OWN } from '#backend/db/tenant.ts';
import { reported } from '#backend/lib/ports/reported.ts';
import { PARTS } from '../split.ts';
import { contractGroupings, ofContracts } from './common.ts';

const named = sql`case when e.tax is null then null else coalesce(${JSON.stringify(taxNames)}::jsonb ->> e.tax, e.tax || ' %') end`;
const runName = (key: ReturnType<typeof sql>) =>
  sql`(select u.number from register_runs u where u.company_id = ${OWN} and u.id = ${key}::bigint)`;

/** What was entered: all of it, or of one contract. */
const entered = (of: { invoices: RawBuilder<unknown>; receipts: RawBuilder<unknown> }) => sql`(
      select i.contract_id, i.id, i.issued_on as on, i.kind as document, i.number, x.tax, x.gross, x.vat, x."marginVat" as margin_vat,
        0::bigint as received, null as method, i.run_id, i.kind = 'credit_note' as corrects, 0 as nth
      from contract_invoices i ${PARTS} where i.company_id = ${OWN} ${of.invoices}
      union all
      select r.contract_id, r.id, r.received_on, 'receipt', r.number, null, 0, 0, 0, r.amount, r.method, r.run_id, r.reverses_id is not null, 1
      from contract_receipts r where r.company_id = ${OWN} ${of.receipts}) e`;

export const vatRegister = reported<typeof reports.vatRegister>({
  report: reports.vatRegister,
  ...ofContracts,
  // By a day of the contracts these are found first, and what was entered of each.
  from: (_today, _beside, basis) =>
    basis === 'entered'
      ? sql`${entered({ invoices: sql``, receipts: sql`` })} left join contracts t on t.company_id = ${OWN} and t.id = e.contract_id`
      : sql`(select c.* from contracts c where c.company_id = ${OWN}) t
          cross join lateral ${entered({ invoices: sql`and i.contract_id = t.id`, receipts: sql`and r.contract_id = t.id` })}`,
  // Both parts say so; the join leaves none of them out.
  isOwn: sql<SqlBool>`true`,
  where: sql<SqlBool>`true`,
  // As one value: a cluster cannot hand on a row as a column.
  id: sql`jsonb_build_array(e.nth, e.id, e.tax)`,
  days: { entered: sql`e.on`, ...ofContracts.days },
  groups: {
    tax: { by: sql`e.tax`, column: 'tax' },
    document: { by: sql`e.document` },
    run: { by: sql`e.run_id`, name: runName },
    place: contractGroupings.place,
  },
  columns: {
    enteredOn: sql`e.on`,
    document: sql`e.document`,
    documentNumber: sql`e.number`,
    tax: named,
    method: sql`e.method`,
    taxable: sql`case when e.tax = 'aid' then 0 else e.gross - e.vat end`,
    vat: sql`e.vat`,
    total: sql`e.gross`,
    marginVat: sql`e.margin_vat`,
    received: sql`e.received`,
    run: runName(sql`e.run_id`),
    corrects: sql`case when e.corrects then 'yes' end`,
  },
  only: {
    documents: sql`r.document <> 'receipt'`,
    receipts: sql`r.document = 'receipt'`,
    open: sql`r.run is null`,
    exported: sql`r.run is not null`,
    corrections: sql`r.corrects = 'yes'`,
  },
});
