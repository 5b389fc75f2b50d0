/** What of each contract, and of each of its instalments, is paid and what is still to come. */
import { sql, type SqlBool } from 'kysely';
import { WITHDRAWAL_DAYS } from '#domain/contracts/withdrawal.ts';
import { reports } from '#domain/reports/reports.ts';
import { OWN } from '#backend/db/tenant.ts';
import { reported, type Grouping } from '#backend/lib/ports/reported.ts';
import { contractGroupings, ofContracts } from './common.ts';

type Sql = Grouping['by'];

/** What customers pay in money, and what of it went back. A reversed receipt and its reversal add up to nothing. */
const ofCustomers = ['deposit', 'advance', 'balance'];
const money = [...ofCustomers, 'refund'];

const cameOf = (...kinds: readonly string[]) =>
  sql`coalesce(sum(r.amount) filter (where r.kind = any(${kinds}::text[])), 0)`;

/** What came, by what it pays: read once for each contract. */
const receipts = sql`lateral (select ${cameOf(...money)} as received, ${cameOf('used_car', 'debt')} as trade_in,
      ${cameOf('financed')} as lent, ${cameOf('deposit')} as deposit
    from contract_receipts r where r.company_id = ${OWN} and r.contract_id = t.id) m`;

/** When the car is or was handed over; today, where nobody said. */
const handedOver = (today: string) => sql`coalesce(t.delivered_on, t.delivery_on, t.promised_on, ${today}::date)`;

/** What came and what is still to come: of what is financed, the lender owes no more than the contract does. */
const accounts = sql`${receipts}
    cross join lateral (select greatest(0, least(t.financed - m.lent, t.total - m.trade_in - m.received - m.lent)) as lender) d
    cross join lateral (select t.total - m.trade_in - m.received - m.lent - d.lender as balance) b`;

/**
 * Instalments of these kinds, due on their day or when the car is handed over, with what of each is open: what came covers
 * them in the order of the plan, and no more is open than there is to come.
 */
const instalments = (kinds: readonly string[], of: { came: Sql; rest: Sql }, today: string) => sql`
  select p.id, p.kind, p.method, p.amount, p.due,
    least(p.amount, greatest(0, p.until - greatest(${of.came}, p.whole - greatest(${of.rest}, 0)))) as open
  from (select p.id, p.kind, p.method, p.amount, coalesce(p.due_on, ${handedOver(today)}) as due,
      sum(p.amount) over (order by p.place, p.id) as until, sum(p.amount) over () as whole
    from contract_payments p
    where p.company_id = ${OWN} and p.contract_id = t.id and p.kind = any(${kinds}::text[])) p`;
const ownInstalments = (today: string) =>
  instalments(ofCustomers, { came: sql`m.received`, rest: sql`b.balance` }, today);

/** Of most contracts of a year nothing is to come: theirs is not reckoned. */
const isOwed = sql<SqlBool>`(t.received < t.total)`;

/** Sales that are paid here: what was paid in a former system is not known. */
const paidHere = sql<SqlBool>`t.origin <> 'history'`;
const goesOn = sql<SqlBool>`t.canceled_at is null and t.withdrawn_at is null and ${paidHere}`;

/** Until when a sale that ended is given back: within the term of the law after a withdrawal (Codice del consumo, art. 56), else at once. */
const refundedBy = sql`coalesce((t.withdrawn_at at time zone 'Europe/Rome')::date + ${WITHDRAWAL_DAYS}::int,
  (t.canceled_at at time zone 'Europe/Rome')::date)`;

/** Sales of which a customer may have something back. */
const mayOweBack = sql<SqlBool>`(t.received > t.total or t.canceled_at is not null or t.withdrawn_at is not null)`;

/**
 * What a customer is to have back, since or until when (Civil Code, art. 1385): of a sale that goes on what came beyond it, of
 * one that was cancelled or withdrawn from all that came, but for the caparra that is kept, or with the caparra once more, and
 * cars that stay here.
 */
const owedBack = (today: string) => sql`
  select case
      when ${goesOn} then greatest(0, t.received - t.total)
      when ${paidHere} then greatest(0, m.received + m.lent + t.kept_trade_ins
        - m.deposit * case t.deposit_outcome when 'kept' then 1 when 'doubled' then -1 else 0 end)
      else 0 end as owed,
    coalesce(${refundedBy}, (select min(p.due_on) from contract_payments p
      where p.company_id = ${OWN} and p.contract_id = t.id and p.kind = 'refund'), ${handedOver(today)}) as due
  from ${receipts} where ${mayOweBack}`;

export const contractsPaymentFlow = reported<typeof reports.contractsPaymentFlow>({
  report: reports.contractsPaymentFlow,
  ...ofContracts,
  from: (today) => sql`contracts t cross join ${accounts}
    cross join lateral (select min(i.due) filter (where i.open > 0) as next_due,
        ${today}::date - min(i.due) filter (where i.open > 0 and i.due < ${today}::date) as days_late,
        least(greatest(b.balance, 0), coalesce(sum(i.open) filter (where i.due < ${today}::date), 0)) as late
      from (${ownInstalments(today)}) i) i`,
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

/** Sales whose instalments are waited for. */
const isSold = sql<SqlBool>`(${goesOn} and t.state in ('approved', 'billed', 'completed'))`;

const lateFor = (from: number, to: number | null) =>
  sql`case when i.days_late >= ${from} ${to === null ? sql`` : sql`and i.days_late <= ${to}`} then i.open else 0 end`;

export const paymentFlowReport = reported<typeof reports.paymentFlowReport>({
  report: reports.paymentFlowReport,
  ...ofContracts,
  from: (today) => sql`contracts t
    cross join lateral (select i.*, ${today}::date - i.due as days_late,
        ${handedOver(today)} as handover
      from (select p.id, p.kind, p.method, p.amount, coalesce(p.due_on, ${handedOver(today)}) as due, 0 as open, 0 as refund
          from contract_payments p where p.company_id = ${OWN} and p.contract_id = t.id
            and p.kind = any(${[...ofCustomers, 'financed']}::text[]) and ${isSold} and not ${isOwed}
        union all select p.*, 0 from ${accounts} cross join lateral (${ownInstalments(today)} union all
          ${instalments(['financed'], { came: sql`m.lent`, rest: sql`d.lender` }, today)}) p where ${isSold} and ${isOwed}
        union all select -t.id, 'refund', null, 0, w.due, 0, w.owed from (${owedBack(today)}) w where w.owed > 0) i) i`,
  where: sql<SqlBool>`(${isSold} or t.canceled_at is not null or t.withdrawn_at is not null)`,
  id: sql`i.id`,
  near: {
    due: ({ from, to, today }) => sql<SqlBool>`(${handedOver(today)} between ${from}::date and ${to}::date
      or ${refundedBy} between ${from}::date and ${to}::date or t.id in (select p.contract_id from contract_payments p
        where p.company_id = ${OWN} and p.due_on between ${from}::date and ${to}::date))`,
    handover: ({ from, to, today }) => sql<SqlBool>`${handedOver(today)} between ${from}::date and ${to}::date`,
  },
  days: { due: sql`i.due`, handover: sql`i.handover`, ...ofContracts.days },
  groups: {
    payer: { by: sql`case when i.kind = 'financed' then 'lender' else 'customer' end` },
    place: contractGroupings.place,
    seller: contractGroupings.seller,
  },
  columns: {
    kind: sql`i.kind`,
    method: sql`i.method`,
    dueOn: sql`i.due`,
    daysLate: sql`case when i.open > 0 and i.days_late > 0 then i.days_late end`,
    expected: sql`i.amount`,
    received: sql`i.amount - i.open`,
    upcoming: sql`case when i.days_late <= 0 then i.open else 0 end`,
    late: lateFor(1, null),
    late30: lateFor(1, 30),
    late60: lateFor(31, 60),
    late90: lateFor(61, 90),
    lateMore: lateFor(91, null),
    refund: sql`i.refund`,
  },
  only: {
    open: sql`r.expected <> r.received`,
    late: sql`r.late > 0`,
    customers: sql`r.kind <> 'financed'`,
    lenders: sql`r.kind = 'financed'`,
    refund: sql`r.refund > 0`,
  },
  among: {
    open: sql<SqlBool>`${isSold} and ${isOwed}`,
    late: sql<SqlBool>`${isSold} and ${isOwed}`,
    refund: mayOweBack,
  },
});
