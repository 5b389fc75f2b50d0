-- Two customers made one. What was moved and what both said before is kept for the days in which it can be undone.
alter table customers add column merged_into bigint,
  add foreign key (company_id, merged_into) references customers (company_id, id),
  -- One who was merged comes back by undoing the merge, not from the archive.
  add constraint customers_merged check (merged_into is null or archived_at is not null);
create table customer_merges (
  company_id int not null references companies,
  id bigint generated always as identity,
  kept_id bigint not null,
  gone_id bigint not null,
  -- The kept customer's columns before, and what it says since: [before, after]; null once it can no longer be undone.
  fields jsonb,
  -- { "quotes.customer_id": [12, 13] }
  moved jsonb not null,
  user_id bigint,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, kept_id) references customers (company_id, id),
  foreign key (company_id, gone_id) references customers (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index customer_merges_kept on customer_merges (company_id, kept_id, id);
create index customer_merges_gone on customer_merges (company_id, gone_id);
select tenant_table('customer_merges');

-- People whose data were erased: that it was done, when, by whom and what the law keeps. Nothing of the person.
create table erasures (
  company_id int not null references companies,
  id bigint generated always as identity,
  customer_id bigint not null,
  reason text not null,
  -- [{ "what": "quotes", "erased": 2, "kept": 1 }]
  counts jsonb not null,
  -- Of what was kept, the last day on which the law wants it; null: nothing was.
  kept_until date,
  user_id bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint erasures_customer unique (company_id, customer_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
select tenant_table('erasures');
revoke update, delete on erasures from app_rw;

-- Notes on the way of a record are free words, and may be erased.
grant update (note) on state_changes to app_rw;
-- Customers by what makes them doubles.
create index customers_tax_code on customers (company_id, tax_code) where tax_code is not null and archived_at is null;
create index customers_vat_number on customers (company_id, vat_number) where vat_number is not null and archived_at is null;
create index customers_email on customers (company_id, lower(email)) where email is not null and archived_at is null;
create index customers_phone on customers (company_id, phone) where phone is not null and archived_at is null;
create index customers_quiet on customers (company_id, updated_at) where archived_at is null;
