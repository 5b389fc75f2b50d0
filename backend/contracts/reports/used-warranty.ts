/** The warranties of used cars that were sold, from the day on which each was handed over. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { handTypes } from '#domain/contracts/claims/terms.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { keysOf } from '#domain/record/machine.ts';
import { reports } from '#domain/reports/reports.ts';
import { OWN } from '#backend/db/tenant.ts';
import { reported } from '#backend/lib/ports/reported.ts';
import { contractGroupings, counts, ofContracts } from './common.ts';

/** Null while the car is not handed over, or where nobody said for how long. */
const ends = sql`(t.delivered_on + make_interval(months => w.months))::date`;

/** Claims are of the contract: they are counted at the first of its warranties. */
const isFirst = sql<SqlBool>`w.id = (select min(x.id) from contract_lines x
  where x.company_id = ${OWN} and x.contract_id = t.id and x.kind = 'warranty')`;
const claimed = (amount: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
  sql`coalesce(sum(${amount}) filter (where ${which}), 0)::bigint`;

/** Whether the shortened legal warranty was signed; null where it was not shortened: business buyers have none. */
const clause = sql`case when exists (select from signatures s where s.company_id = ${OWN} and s.entity = ${sql.lit(contractMachine.entity)}
    and s.record_id = t.id and s.state = 'signed' and s.warranty_clause) then 'yes'
  when t.warranty_reduced and not exists (select from customers c
    where c.company_id = ${OWN} and c.id = t.customer_id and c.type <> 'private') then 'no' end`;

export const usedWarranty = reported<typeof reports.usedWarranty>({
  report: reports.usedWarranty,
  ...ofContracts,
  from: () => sql`contract_lines w join contracts t on t.company_id = ${OWN} and t.id = w.contract_id
    cross join lateral (select count(*)::int as many, ${sql.join(keysOf(handTypes).map((type) => sql`${claimed(sql`k.amount`, sql`k.type = ${sql.lit(type)}`)} as ${sql.ref(type)}`))},
        ${claimed(sql`k.credited_amount`, sql`k.state = 'credited'`)} as repaid
      from claims k where k.company_id = ${OWN} and k.contract_id = t.id and k.kind = 'warranty' and k.state <> 'void' and ${isFirst}) c`,
  where: sql<SqlBool>`w.company_id = ${OWN} and w.kind = 'warranty' and t.kind <> 'new' and ${counts}`,
  id: sql`w.id`,
  days: { ends, ...ofContracts.days },
  undated: { ends: sql<SqlBool>`t.delivered_on is not null` },
  groups: { type: { by: sql`w.type` }, place: contractGroupings.place, seller: contractGroupings.seller },
  columns: {
    type: sql`w.type`,
    car: sql`t.vehicle`,
    months: sql`w.months`,
    startsOn: sql`t.delivered_on`,
    endsOn: ends,
    clause,
    warranties: sql`1`,
    price: sql`w.amount`,
    cost: sql`w.cost`,
    claims: sql`c.many`,
    ...(Object.fromEntries(keysOf(handTypes).map((type) => [type, sql`c.${sql.ref(type)}`])) as Record<
      keyof typeof handTypes,
      RawBuilder<unknown>
    >),
    repaid: sql`c.repaid`,
  },
  only: {
    sold: sql`r.price <> 0`,
    included: sql`r.price = 0`,
    claimed: sql`r.claims > 0`,
    unsigned: sql`r.clause = 'no'`,
  },
});
