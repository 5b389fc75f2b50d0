-- A car that stayed of a sale that ended and was worth no more than was owed on it left nothing to its customer, but it stayed:
-- what was paid of that debt is not the customer's to give back.
alter table contracts no force row level security;
alter table contract_receipts no force row level security;
update contracts c set kept_debts = p.paid, dues_stale = true
  from (select company_id, contract_id, -sum(amount) as paid from contract_receipts where kind = 'debt' group by company_id, contract_id) p
  where p.company_id = c.company_id and p.contract_id = c.id and p.paid > c.kept_debts and c.canceled_at is not null
    and c.kept_trade_ins = 0 and cardinality(c.scheduled_car_ids) > 0;
alter table contract_receipts force row level security;
alter table contracts force row level security;
