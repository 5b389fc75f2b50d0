-- Whose an invoice or a receipt was on its day: another customer of the contract changes nothing that was written.
alter table contract_invoices add column customer_id bigint;
alter table contract_invoices add constraint contract_invoices_company_id_customer_id_fkey
  foreign key (company_id, customer_id) references customers (company_id, id);
create index contract_invoices_customer on contract_invoices (company_id, customer_id);
alter table contract_receipts add column customer_id bigint;
alter table contract_receipts add constraint contract_receipts_company_id_customer_id_fkey
  foreign key (company_id, customer_id) references customers (company_id, id);
create index contract_receipts_customer on contract_receipts (company_id, customer_id);

alter table contracts no force row level security;
alter table contract_invoices no force row level security;
alter table contract_receipts no force row level security;
update contract_invoices r set customer_id = c.customer_id from contracts c
  where c.company_id = r.company_id and c.id = r.contract_id;
update contract_receipts r set customer_id = c.customer_id from contracts c
  where c.company_id = r.company_id and c.id = r.contract_id;
alter table contracts force row level security;
alter table contract_invoices force row level security;
alter table contract_receipts force row level security;
