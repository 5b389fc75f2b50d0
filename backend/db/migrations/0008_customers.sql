create table customers (
  company_id int not null references companies,
  id bigint generated always as identity,
  type text not null check (type in ('private', 'vat', 'fleet')),
  name text not null,
  first_name text,
  last_name text,
  company_name text,
  legal_form text,
  tax_code text,
  vat_number text,
  sdi text,
  pec text,
  email text,
  phone text,
  birth_date date,
  birth_place text,
  sex text,
  address text,
  cap text,
  city text,
  province text,
  search text generated always as (
    searchable(name || ' ' || coalesce(tax_code, '') || ' ' || coalesce(vat_number, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))
  ) stored,
  version int not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index customers_name on customers (company_id, name);
create index customers_search on customers using gin (search gin_trgm_ops);
alter table customers enable row level security;
alter table customers force row level security;
create policy tenant on customers using (company_id = (select app_company())) with check (company_id = (select app_company()));
