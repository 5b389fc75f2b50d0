/** What came of each row of a contract's plan of payments: its page, its customer and the reports read it here. */
import { sql, type RawBuilder } from 'kysely';

/** What customers pay in money, and what of it goes back to them. */
export const ofCustomers = ['deposit', 'advance', 'balance'];
export const moneyOfCustomers = [...ofCustomers, 'refund'];

/** What a receipt `r` is of: what goes back by way of the lender was the lender's (`paysOf`). */
export const paysFor = sql`case when r.kind = 'refund' and r.method = 'financial' then 'financed' else r.kind end`;

/** What of a row of the plan is read on. */
const planned = sql`p.id, p.place, p.kind, p.method, p.due_on, p.amount`;

/**
 * The plan of a contract `t` with what came of each row, cents; negative where money goes out, as in the plan. A receipt says
 * what it pays (Civil Code, art. 1193; rules.md §15, 9): those of a kind fill its rows in the order of the plan, what customers
 * pay beyond them the other rows that they pay. What went back to them comes off the last row.
 */
export const paidPlan = (company: unknown): RawBuilder<unknown> => sql`(
  select ${planned}, (p.own + case when not p.theirs then 0
      when p.beyond > 0 then greatest(0, least(p.amount - p.own, p.beyond - p.lacks_until + p.amount - p.own))
      else -greatest(0, least(p.own, -p.beyond - p.own_after + p.own)) end)::bigint as came
  from (select ${planned}, p.theirs, p.own, sum(p.amount - p.own) filter (where p.theirs) over (order by p.place, p.id) as lacks_until,
      sum(p.own) filter (where p.theirs) over (order by p.place desc, p.id desc) as own_after,
      coalesce((select sum(r.amount) from contract_receipts r
        where r.company_id = ${company} and r.contract_id = t.id and ${paysFor} = any(${moneyOfCustomers}::text[])), 0)
        - sum(p.own) filter (where p.kind = any(${moneyOfCustomers}::text[])) over () as beyond
    from (select ${planned}, p.kind = any(${ofCustomers}::text[]) as theirs,
        case when p.amount < 0 then greatest(p.amount, least(0, p.room)) else least(p.amount, greatest(0, p.room)) end as own
      from (select ${planned}, coalesce((select sum(r.amount) from contract_receipts r
            where r.company_id = ${company} and r.contract_id = t.id and ${paysFor} = p.kind), 0)
          + p.amount - sum(p.amount) over (partition by p.kind order by p.place, p.id) as room
        from contract_payments p where p.company_id = ${company} and p.contract_id = t.id) p) p) p)`;

/**
 * What is still owed to the lenders of the cars that a contract `t` took in and that came: a debt is of the car before it in the
 * plan, or of the first one (`lienOf`). Cents.
 */
export const liensOf = (company: unknown): RawBuilder<unknown> => sql`(
  select coalesce(sum(greatest(0, p.came - p.amount)) filter (where p.kind = 'debt' and p.is_here), 0)
  from (select p.kind, p.amount, p.came, bool_or(p.kind = 'used_car' and p.came > 0) over (partition by p.car) as is_here
    from (select p.kind, p.amount, p.came, greatest(1, count(*) filter (where p.kind = 'used_car') over (order by p.place, p.id)) as car
      from ${paidPlan(company)} p) p) p)`;
