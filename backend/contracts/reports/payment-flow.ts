/** What of each contract, and of each of its instalments, is paid and what is still to come. */
import { sql, type SqlBool } from 'kysely';
import { keysOf } from '#domain/record/machine.ts';
import { reports } from '#domain/reports/reports.ts';
import { OWN } from '#backend/db/tenant.ts';
import { reported, type Grouping } from '#backend/lib/ports/reported.ts';
import { accountsOf, duesRead, goesOn, tradeIn } from '../dues.ts';
import { contractGroupings, ofContracts } from './common.ts';

type Sql = Grouping['by'];

/** What is open of the instalments of a contract's customer, the next of them and those that are late: none before its approval. */
const openOf = (today: string, dues: Sql) => sql`
  select min(o.due) as next_due, ${today}::date - min(o.due) filter (where o.is_late) as days_late,
    least(greatest(b.balance, 0), coalesce(sum(o.open) filter (where o.is_late), 0)) as late
  from (select d.open, coalesce(d.due_on, ${today}::date) as due, d.is_counted and d.due_on < ${today}::date as is_late from ${dues} d
    where d.company_id = ${OWN} and d.contract_id = t.id and d.open > 0 and d.kind <> 'financed' and t.received < t.total) o`;

export const contractsPaymentFlow = reported<typeof reports.contractsPaymentFlow>({
  report: reports.contractsPaymentFlow,
  ...ofContracts,
  beside: duesRead,
  // A left join, so that who asks for none of it, as the page of all reports, does not reckon it.
  from: (today, dues) =>
    sql`contracts t cross join ${accountsOf(OWN)} left join lateral (${openOf(today, dues)}) i on true`,
  where: goesOn,
  id: sql`t.id`,
  groups: { ...contractGroupings, state: { by: sql`t.state` } },
  columns: {
    state: sql`t.state`,
    total: sql`t.total`,
    received: sql`m.received`,
    financed: sql`m.lent + d.lender`,
    tradeIn,
    balance: sql`b.balance`,
    upcoming: sql`b.balance - i.late`,
    late: sql`i.late`,
    nextDue: sql`case when b.balance > 0 then i.next_due end`,
    daysLate: sql`case when i.late > 0 then i.days_late end`,
    lender: sql`d.lender`,
  },
  only: { open: sql`r.balance <> 0`, late: sql`r.late > 0`, lender: sql`r.lender > 0`, refund: sql`r.balance < 0` },
});

const dueDays = ['due', 'handover', ...keysOf(ofContracts.days)] as const;
type DueDay = (typeof dueDays)[number];

/** The days of a due; without a day of its own, or of the handover, it is due today. */
const dayOf = (day: DueDay, today: string) => {
  const column = sql.ref(`d.${day}_on`);
  return day === 'due' || day === 'handover' ? sql`coalesce(${column}, ${today}::date)` : column;
};

/** Dues by one of their days: an index finds those of which somebody said it, and those of which nobody did. */
function duesBy(basis: string, today: string, dues: Sql) {
  const column = sql.ref(`d.${basis}_on`);
  const of = (day: Sql, which: Sql) =>
    sql`select d.*, ${sql.join(
      dueDays.map((key) => sql`${key === basis ? day : dayOf(key, today)} as ${sql.ref(`day_${key}`)}`),
    )} from ${dues} d where d.company_id = ${OWN} ${which}`;
  if (basis !== 'due' && basis !== 'handover') return of(column, sql``);
  return sql`${of(column, sql`and ${column} is not null`)} union all ${of(sql`${today}::date`, sql`and ${column} is null`)}`;
}

/**
 * The days that are asked for are found by an index. The contracts are read only where something is asked of them that the
 * dues do not hold: the join leaves no row out.
 */
const ofDues = (
  today: string,
  dues: Sql,
  basis: string,
) => sql`(select d.*, d.contract_id as id, ${today}::date - d.day_due as days_late,
    t.number, t.customer_id, t.partner_id, t.state
  from (${duesBy(basis, today, dues)}) d
    left join contracts t on t.company_id = ${OWN} and t.id = d.contract_id) t`;

const isOpen = sql<SqlBool>`t.open > 0`;
const lateFor = (from: number, to: number | null) =>
  sql`case when t.days_late >= ${from} ${to === null ? sql`` : sql`and t.days_late <= ${to}`} then t.open else 0 end`;

export const paymentFlowReport = reported<typeof reports.paymentFlowReport>({
  report: reports.paymentFlowReport,
  ...ofContracts,
  beside: duesRead,
  from: ofDues,
  where: sql<SqlBool>`t.is_counted`,
  // What goes back has no row of the plan: one row for the customer, one for the lender.
  id: sql`case when t.payment_id > 0 then t.payment_id else t.payment_id - 2 * t.id end`,
  days: Object.fromEntries(dueDays.map((key) => [key, sql.ref(`t.day_${key}`)])) as Record<DueDay, Sql>,
  groups: {
    payer: { by: sql`case when t.kind = 'financed' then 'lender' else 'customer' end` },
    place: contractGroupings.place,
    seller: contractGroupings.seller,
  },
  columns: {
    kind: sql`t.kind`,
    method: sql`t.method`,
    dueOn: sql`t.day_due`,
    daysLate: sql`case when t.open > 0 and t.days_late > 0 then t.days_late end`,
    expected: sql`t.amount`,
    received: sql`t.amount - t.open`,
    upcoming: sql`case when t.days_late <= 0 then t.open else 0 end`,
    late: lateFor(1, null),
    late30: lateFor(1, 30),
    late60: lateFor(31, 60),
    late90: lateFor(61, 90),
    lateMore: lateFor(91, null),
    refund: sql`t.refund`,
  },
  only: {
    open: sql`r.expected <> r.received`,
    late: sql`r.late > 0`,
    customers: sql`r.kind <> 'financed'`,
    lenders: sql`r.kind = 'financed'`,
    awaited: sql`r.kind = 'financed' and r.expected <> r.received`,
    refund: sql`r.refund > 0`,
  },
  among: {
    ...Object.fromEntries(
      (['open', 'awaited', 'upcoming', 'late', 'late30', 'late60', 'late90', 'lateMore'] as const).map((key) => [
        key,
        isOpen,
      ]),
    ),
    refund: sql<SqlBool>`t.refund > 0`,
  },
});
