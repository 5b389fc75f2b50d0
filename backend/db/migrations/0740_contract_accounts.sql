-- What a receipt is for, and the till (location) that took it; the closings of the cash of a till.
alter table contract_receipts
  add column kind text not null default 'balance',
  add column location_id bigint;
alter table contract_receipts add constraint contract_receipts_kind
  check (kind in ('deposit', 'advance', 'used_car', 'debt', 'financed', 'balance', 'refund'));
alter table contract_receipts add constraint contract_receipts_company_id_location_id_fkey
  foreign key (company_id, location_id) references locations (company_id, id);
alter table contract_receipts alter column kind drop default;

-- An invoice of an acconto stands in the same series as the invoices.
alter table contract_invoices drop constraint contract_invoices_kind_check;
alter table contract_invoices add constraint contract_invoices_kind_check check (kind in ('invoice', 'advance', 'credit_note'));
drop index contract_invoices_number;
create unique index contract_invoices_number
  on contract_invoices (company_id, (kind = 'credit_note'), lower(number), (extract(year from issued_on)));

-- The cash of a till counted at the end of a day: it closes every day up to this one.
create table cash_closings (
  company_id int not null references companies,
  id bigint generated always as identity,
  location_id bigint,
  day date not null,
  -- What was carried from the closing before, and what the receipts since add.
  opening bigint not null,
  taken bigint not null,
  counted bigint not null,
  -- Brought to the bank; the rest is carried to the next day.
  banked bigint not null,
  note text not null default '',
  made_by bigint not null,
  created_at timestamptz not null,
  -- Opened again: it counts no more.
  reopened_by bigint,
  reopened_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, made_by) references users (company_id, id),
  foreign key (company_id, reopened_by) references users (company_id, id)
);
create unique index cash_closings_once on cash_closings (company_id, coalesce(location_id, 0), day) where reopened_at is null;
select tenant_table('cash_closings');
