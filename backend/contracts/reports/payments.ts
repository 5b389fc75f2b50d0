/** The receipts of all contracts, cancelled ones too: what came, came. */
import { sql, type SqlBool } from 'kysely';
import { CASH_LIMIT } from '#domain/contracts/accounts.ts';
import { reports } from '#domain/reports/reports.ts';
import { OWN } from '#backend/db/tenant.ts';
import { reported } from '#backend/lib/ports/reported.ts';
import { placeName, userName } from '#backend/lib/records/names.ts';
import { contractGroupings, ofContracts } from './common.ts';

const by = (method: string) => sql`case when e.method = ${method} then e.amount else 0 end`;

/** Whether the receipt under this name was reversed. */
const isReversed = (receipt: string) =>
  sql`exists (select from contract_receipts v where v.company_id = ${OWN} and v.reverses_id = ${sql.ref(receipt)}.id)`;

const isCash = sql<SqlBool>`e.method = 'cash'`;

/**
 * Cash of the contract that reaches the limit, or for which somebody had to say another cause. Only receipts that still
 * hold count: one that was entered wrongly, reversed and entered again came once.
 */
const isLarge = sql`${isCash} and (e.other_cause <> '' or ${CASH_LIMIT} <= (select abs(sum(x.amount)) from contract_receipts x
  where x.company_id = ${OWN} and x.contract_id = e.contract_id and x.method = 'cash' and sign(x.amount) = sign(e.amount)
    and x.reverses_id is null and not ${isReversed('x')}))`;

export const payments = reported<typeof reports.payments>({
  report: reports.payments,
  ...ofContracts,
  // A left join leaves no receipt out, and is not made where nothing of the contract is asked for.
  from: () => sql`contract_receipts e left join contracts t on t.company_id = ${OWN} and t.id = e.contract_id`,
  isOwn: sql<SqlBool>`e.company_id = ${OWN}`,
  where: sql<SqlBool>`true`,
  id: sql`e.id`,
  days: { received: sql`e.received_on`, ...ofContracts.days },
  place: sql`e.location_id`,
  groups: {
    till: { by: sql`e.location_id`, name: placeName },
    method: { by: sql`e.method` },
    kind: { by: sql`e.kind` },
    cashier: { by: sql`e.made_by`, name: userName },
    seller: contractGroupings.seller,
  },
  columns: {
    receipt: sql`e.number`,
    receivedOn: sql`e.received_on`,
    kind: sql`e.kind`,
    reference: sql`e.reference`,
    mark: sql`case when e.reverses_id is not null then 'reversal' when ${isReversed('e')} then 'reversed' when ${isLarge} then 'large' end`,
    cash: by('cash'),
    transfer: by('transfer'),
    card: by('card'),
    check: by('check'),
    satispay: by('satispay'),
    other: by('other'),
    financial: by('financial'),
    usedCar: by('used_car'),
    amount: sql`e.amount`,
  },
  only: {
    cash: sql`r.cash <> 0`,
    large: sql`r.mark = 'large'`,
    money: sql`r.amount <> r.financial + r.used_car`,
    reversed: sql`r.mark in ('reversal', 'reversed')`,
  },
  among: { cash: isCash, large: isCash },
});
