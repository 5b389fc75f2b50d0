/** What of each contract, and of each of its instalments, is paid and what is still to come. */
import { sql, type SqlBool } from 'kysely';
import { reports } from '#domain/reports/reports.ts';
import { OWN } from '#backend/db/tenant.ts';
import { reported, type Grouping } from '#backend/lib/ports/reported.ts';
import { accountsOf, duesRead, goesOn } from '../dues.ts';
import { contractDays, contractGroupings, dayColumns, daysOfRows, ofContracts } from './common.ts';

type Sql = Grouping['by'];

/** What is open of the instalments of a contract's customer, the next of them and those that are late. */
const openOf = (today: string, dues: Sql) => sql`
  select min(o.due) as next_due, ${today}::date - min(o.due) filter (where o.due < ${today}::date) as days_late,
    least(greatest(b.balance, 0), coalesce(sum(o.open) filter (where o.due < ${today}::date), 0)) as late
  from (select d.open, coalesce(d.due_on, ${today}::date) as due from ${dues} d
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
    tradeIn: sql`m.trade_in`,
    balance: sql`b.balance`,
    upcoming: sql`b.balance - i.late`,
    late: sql`i.late`,
    nextDue: sql`case when b.balance > 0 then i.next_due end`,
    daysLate: sql`case when i.late > 0 then i.days_late end`,
    lender: sql`d.lender`,
  },
  only: { open: sql`r.balance <> 0`, late: sql`r.late > 0`, lender: sql`r.lender > 0`, refund: sql`r.balance < 0` },
});

/** The dues of which somebody said the day, or nobody: those are due today. */
const duesFrom = (dues: Sql, day: Sql, which: Sql) => sql`
  select d.company_id, d.contract_id, d.payment_id, d.kind, d.method, ${day} as due, d.handover_on, d.amount, d.open, d.refund,
    d.location_id, d.seller_id, d.is_counted
  from ${dues} d where d.company_id = ${OWN} and ${which}`;

/**
 * Of both the days that are asked for are found by their index, which holds all that is added up. The contracts are read only
 * where something is asked of them that the dues do not hold: the join leaves no row out.
 */
const ofDues = (today: string, dues: Sql) => sql`(select d.*, d.contract_id as id, ${today}::date - d.due as days_late,
    coalesce(d.handover_on, ${today}::date) as handover, t.number, t.customer_id, t.partner_id, t.state, ${contractDays}
  from (${duesFrom(dues, sql`d.due_on`, sql`d.due_on is not null`)} union all ${duesFrom(dues, sql`${today}::date`, sql`d.due_on is null`)}) d
    left join contracts t on t.company_id = ${OWN} and t.id = d.contract_id)
  t (company_id, contract_id, payment_id, kind, method, due, handover_on, amount, open, refund, location_id, seller_id, is_counted,
    id, days_late, handover, number, customer_id, partner_id, state, ${dayColumns})`;

const lateFor = (from: number, to: number | null) =>
  sql`case when t.days_late >= ${from} ${to === null ? sql`` : sql`and t.days_late <= ${to}`} then t.open else 0 end`;

export const paymentFlowReport = reported<typeof reports.paymentFlowReport>({
  report: reports.paymentFlowReport,
  ...ofContracts,
  beside: duesRead,
  from: ofDues,
  where: sql<SqlBool>`t.is_counted`,
  id: sql`case t.payment_id when 0 then -t.id else t.payment_id end`,
  days: { due: sql`t.due`, handover: sql`t.handover`, ...daysOfRows },
  groups: {
    payer: { by: sql`case when t.kind = 'financed' then 'lender' else 'customer' end` },
    place: contractGroupings.place,
    seller: contractGroupings.seller,
  },
  columns: {
    kind: sql`t.kind`,
    method: sql`t.method`,
    dueOn: sql`t.due`,
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
    refund: sql`r.refund > 0`,
  },
  among: {
    open: sql<SqlBool>`t.open > 0`,
    late: sql<SqlBool>`t.open > 0`,
    refund: sql<SqlBool>`t.refund > 0`,
  },
});
