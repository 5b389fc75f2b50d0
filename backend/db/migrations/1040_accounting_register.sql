-- What went to the accountant's program in one file, and the accounts, journals and codes by which it was written.
create table register_runs (
  company_id int not null references companies,
  id bigint generated always as identity,
  number text not null,
  first_day date not null,
  last_day date not null check (first_day <= last_day),
  documents int not null,
  receipts int not null,
  accounting jsonb not null,
  made_by bigint not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint register_runs_number unique (company_id, number),
  check (documents + receipts > 0),
  foreign key (company_id, made_by) references users (company_id, id)
);
select tenant_table('register_runs');

-- A document by rate and nature of VAT as it was entered (null: not split yet), and the one file in which it went out.
alter table contract_invoices add column taxes jsonb;
alter table contract_invoices add column run_id bigint;
alter table contract_invoices add constraint contract_invoices_company_id_run_id_fkey
  foreign key (company_id, run_id) references register_runs (company_id, id);
create index contract_invoices_unsplit on contract_invoices (company_id, contract_id) where taxes is null;
create index contract_invoices_run on contract_invoices (company_id, run_id) where run_id is not null;
alter table contract_receipts add column run_id bigint;
alter table contract_receipts add constraint contract_receipts_company_id_run_id_fkey
  foreign key (company_id, run_id) references register_runs (company_id, id);
create index contract_receipts_run on contract_receipts (company_id, run_id) where run_id is not null;
