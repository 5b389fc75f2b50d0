-- A car taken in that has come pays its value less what its lender will still have of it, and what goes back of a sale goes to
-- who paid it: to the lender what the lender paid. Contracts of which either may be said otherwise are written anew by the job.
-- Of cars that stayed of a sale that ended, what was owed on them counts as paid as far as it is.
alter table contracts add column owed_on_cars bigint not null default 0 check (owed_on_cars >= 0);
alter table contracts add column kept_debts bigint not null default 0 check (kept_debts >= 0);
alter table contracts no force row level security;
alter table contract_receipts no force row level security;
alter table contract_payments no force row level security;
update contracts c set kept_debts = p.paid
  from (select company_id, contract_id, -sum(amount) as paid from contract_receipts where kind = 'debt' group by company_id, contract_id) p
  where p.company_id = c.company_id and p.contract_id = c.id and p.paid > 0 and c.canceled_at is not null and c.kept_trade_ins > 0;
update contracts c set dues_stale = true
  where c.origin <> 'history'
    and exists (select from contract_receipts r where r.company_id = c.company_id and r.contract_id = c.id and r.kind in ('used_car', 'financed'))
    and (c.canceled_at is not null or c.withdrawn_at is not null or c.received > c.total
      or exists (select from contract_payments p where p.company_id = c.company_id and p.contract_id = c.id and p.kind = 'debt'));
alter table contract_payments force row level security;
alter table contract_receipts force row level security;
alter table contracts force row level security;
