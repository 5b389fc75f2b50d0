-- A receipt fills the rows of its kind first: what is due of contracts that go on and of which something came is written
-- anew by the job, which reads the others meanwhile.
alter table contracts no force row level security;
alter table contract_receipts no force row level security;
update contracts c set has_dues = false
  where has_dues and canceled_at is null and withdrawn_at is null and received < total
    and exists (select from contract_receipts r where r.company_id = c.company_id and r.contract_id = c.id);
alter table contracts force row level security;
alter table contract_receipts force row level security;
