/**
 * What is due of contracts, in rows: each instalment, and what a customer is to have back, with what of it is open. Cents.
 * Reports of payments add these rows up; who changes plan, money, course, days, place or seller of a contract writes them.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { WITHDRAWAL_DAYS } from '#domain/contracts/withdrawal.ts';
import { OWN } from '../db/tenant.ts';
import { drainEachCompany } from '../lib/people/companies.ts';
import type { Ctx, Effects, Job } from '../lib/work/context.ts';
import { liensOf, moneyOfCustomers, ofCustomers, paidPlan, paysFor } from './come.ts';

type Sql = RawBuilder<unknown>;
interface Within {
  db: Ctx['db'];
  user: Pick<Ctx['user'], 'companyId'>;
}

/** What came of these kinds; a reversed receipt and its reversal add up to nothing. */
const cameOf = (...kinds: readonly string[]) =>
  sql`coalesce(sum(r.amount) filter (where ${paysFor} = any(${kinds}::text[])), 0)`;

/** What came of a contract `t`, by what it pays, and what is still owed on cars that it took in (`lien`). */
const receipts = (company: unknown, lien: Sql) => sql`lateral (select ${cameOf(...moneyOfCustomers)} as received,
      ${cameOf('used_car')} as cars, ${cameOf('debt')} as debts, ${cameOf('financed')} as lent, ${cameOf('deposit')} as deposit,
      - ${cameOf('refund')} as went, ${lien} as lien
    from contract_receipts r where r.company_id = ${company} and r.contract_id = t.id) m`;
/** As it is kept with the contract. */
const keptLien = sql`t.owed_on_cars`;
/** As plan and receipts say it. */
const lienNow = (company: unknown) => sql`case when ${cameOf('used_car')} > 0 then ${liensOf(company)} else 0 end`;

/** What cars that came pay of a contract: their value less what their lenders had of it, or will have. */
export const tradeIn = sql`(m.cars + m.debts - m.lien)`;
const came = sql`(m.received + m.lent + ${tradeIn})`;

/**
 * What came of a contract `t` (`m`), what its lender still owes (`d`), no more than the contract does, and what its customer
 * owes (`b`).
 */
export const accountsOf = (company: unknown, lien = keptLien): Sql => sql`${receipts(company, lien)}
    cross join lateral (select greatest(0, least(t.financed - m.lent, t.total - ${came})) as lender) d
    cross join lateral (select t.total - ${came} - d.lender as balance) b`;

/** Sales that are paid here: what was paid in a former system is not known. */
const paidHere = sql<SqlBool>`t.origin <> 'history'`;
/** Sales that go on and are paid here. */
export const goesOn = sql<SqlBool>`t.canceled_at is null and t.withdrawn_at is null and ${paidHere}`;
const hasEnded = sql<SqlBool>`(t.canceled_at is not null or t.withdrawn_at is not null)`;

/** When the car is or was handed over. */
const handedOver = sql`coalesce(t.delivered_on, t.delivery_on, t.promised_on)`;

/**
 * Instalments of these kinds, due on their day or when the car is handed over, with what of each is open: no more of all of
 * them than there is to come, the first are done without first.
 */
const instalments = (company: unknown, kinds: readonly string[], rest: Sql) => sql`
  select p.id, p.kind, p.method, coalesce(p.due_on, ${handedOver}) as due, p.amount,
    greatest(0, least(p.lacks, p.until - greatest(0, p.whole - greatest(${rest}, 0)))) as open
  from (select p.id, p.kind, p.method, p.due_on, p.amount, p.amount - p.came as lacks, sum(p.amount - p.came) over (order by p.place, p.id) as until,
      sum(p.amount - p.came) over () as whole
    from ${paidPlan(company)} p where p.kind = any(${kinds}::text[])) p`;

/** Until when a sale that ended is given back: within the term of the law after a withdrawal (Codice del consumo, art. 56), else at once. */
const refundedBy = sql`coalesce((t.withdrawn_at at time zone 'Europe/Rome')::date + ${WITHDRAWAL_DAYS}::int,
  (t.canceled_at at time zone 'Europe/Rome')::date)`;

/** What the customer of a sale that ended was to have back of it before anything went back; see `backOfEnded` in accounts.ts. */
const theirs = sql`m.received + m.went + t.kept_trade_ins - greatest(0, - m.debts - t.kept_debts)
  - m.deposit * case when t.deposit_outcome = 'kept' then 1 when t.deposit_outcome = 'doubled' then -1 else 0 end`;

/**
 * What a customer is to have back, and a lender, since or until when (Civil Code, art. 1385): of a sale that goes on what came
 * beyond it, of one that was cancelled or withdrawn from what each paid, but for the caparra that is kept, or with the caparra
 * once more, and cars that stay here.
 */
const owedBack = (company: unknown) => sql`
  select w.id, w.kind, null, coalesce(${refundedBy}, (select min(p.due_on) from contract_payments p
      where p.company_id = ${company} and p.contract_id = t.id and p.kind = 'refund'), ${handedOver}) as due, 0, 0, w.owed
    from (select ${theirs} as theirs, ${came} - t.total as beyond) s
      cross join lateral (select greatest(0, case when ${hasEnded} then m.lent - greatest(0, m.went - greatest(0, s.theirs))
        else least(s.beyond, m.lent - t.financed) end) as lent) o
      cross join lateral (values (0, 'refund', case when ${hasEnded} then s.theirs - m.went else s.beyond - o.lent end),
        (-1, 'financed', o.lent)) w (id, kind, owed)
    where w.owed > 0`;

const columns = sql`company_id, contract_id, payment_id, kind, method, due_on, handover_on, amount, open, refund,
  location_id, seller_id, is_counted, signed_on, approved_on, billed_on, registered_on, delivered_on`;

const duesOf = (company: unknown, which: Sql) => sql`
  select t.company_id, t.id, i.id, i.kind, i.method, i.due, ${handedOver}, i.amount, i.open::bigint, i.refund::bigint,
    t.location_id, t.seller_id, ${hasEnded} or t.state in ('approved', 'billed', 'completed'),
    t.signed_on, t.approved_on, t.billed_on, t.registered_on, t.delivered_on
  from contracts t cross join ${accountsOf(company, lienNow(company))}
    cross join lateral (select p.id, p.kind, p.method, p.due, p.amount, p.open, 0 as refund from (
          ${instalments(company, ofCustomers, sql`b.balance`)}
          union all ${instalments(company, ['financed'], sql`d.lender`)}) p where not ${hasEnded}
      union all ${owedBack(company)}) i
  where t.company_id = ${company} and ${paidHere} and ${which}`;

/**
 * The dues of the company, as a relation to read: the rows that are written and, while a job still fills in those of contracts
 * made before there were any, the others as it will write them. No sum lacks them meanwhile.
 */
export async function duesRead({ db, user: { companyId } }: Within): Promise<Sql> {
  const left = await db
    .selectFrom('contracts')
    .select('id')
    .where('companyId', '=', companyId)
    .where('hasDues', '=', false)
    .limit(1)
    .executeTakeFirst();
  return left
    ? sql`(select ${columns} from contract_dues where company_id = ${OWN} union all ${duesOf(OWN, sql`not t.has_dues`)})`
    : sql`contract_dues`;
}

/** Contracts of which nothing is written yet, or what no longer holds since an update: they count by it until they are written anew. */
const unwritten = sql<SqlBool>`(not has_dues or dues_stale)`;

/** What came of contracts, and what is owed on cars that came, as their rows keep them. */
const cameNow = (company: unknown, which: Sql) => sql`
  select t.id, ${came}::bigint as received, m.lien::bigint as owed_on_cars
  from contracts t cross join ${receipts(company, lienNow(company))} where t.company_id = ${company} and ${which}`;

/** Writes what is due of these contracts in place of what was written of them. */
export async function writeDues({ db, user: { companyId } }: Within, ids: readonly number[]): Promise<void> {
  const them = sql`any(${[...ids]}::bigint[])`;
  await sql`delete from contract_dues where company_id = ${companyId} and contract_id = ${them}`.execute(db);
  // With a word on conflicts a cluster sends the whole of it to the company's node; there are none.
  await sql`insert into contract_dues (${columns}) ${duesOf(companyId, sql`t.id = ${them}`)} on conflict do nothing`.execute(
    db,
  );
  await sql`update contracts set has_dues = true, dues_stale = false
    where company_id = ${companyId} and id = ${them} and ${unwritten}`.execute(db);
  // Another plan may say another debt of a car that has come.
  await sql`update contracts c set received = n.received, owed_on_cars = n.owed_on_cars
    from (${cameNow(companyId, sql`t.id = ${them} and ${paidHere}`)}) n
    where c.company_id = ${companyId} and c.id = n.id
      and (c.owed_on_cars <> n.owed_on_cars or (n.owed_on_cars > 0 and c.received <> n.received))`.execute(db);
}

/** The same of one contract, when a receipt was just written. */
export async function receivedNow({ db, user: { companyId } }: Within, id: number) {
  const { rows } = await sql<{ received: number; owedOnCars: number }>`
    select received, owed_on_cars from (${cameNow(companyId, sql`t.id = ${id}`)}) n`.execute(db);
  return rows[0]!;
}

/** The same once, at the end of what changes a contract. */
export const followDues = (ctx: Ctx, id: number): void =>
  void ctx.atEnd.set(`contract ${id} dues`, (last) => writeDues(last, [id]));

/** Contracts that are filled in within one transaction. */
const BATCH = 500;

/** Writes what is due of contracts that were made before it was written so; returns how many there were, `most` at most. */
export async function fillDues({ db, user }: Within, most: number): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select id from contracts where company_id = ${user.companyId} and ${unwritten}
    order by id limit ${most} for no key update skip locked`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await writeDues({ db, user }, ids);
  return ids.length;
}

export const pastDues: Job<Record<string, never>> = {
  name: 'contract-dues',
  cron: '*/5 * * * *',
  run: (call) => drainEachCompany(call, async (ctx) => (await fillDues(ctx, BATCH)) === BATCH),
};

/** Another seller has what is due of their contracts. */
export const dueEffects: Effects = {
  'contracts.handed': (ctx, { contracts }) =>
    writeDues(
      ctx,
      contracts.map(({ contractId }) => contractId),
    ),
};
