create table accessories (
  company_id int not null references companies,
  id bigint generated always as identity,
  code text not null,
  description text not null,
  maker_id bigint references makers,
  model_id bigint references models,
  -- VAT-inclusive; cost is net.
  price bigint not null check (price >= 0),
  cost bigint not null default 0 check (cost >= 0),
  tax_rate numeric(5,2) not null default 22,
  fitting_minutes int not null default 0,
  in_stock boolean not null default false,
  active_from date,
  active_to date,
  archived_at timestamptz,
  search text generated always as (searchable(code || ' ' || description)) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint accessories_code unique (company_id, code)
);
create index accessories_search on accessories using gin (search gin_trgm_ops);
alter table accessories enable row level security;
alter table accessories force row level security;
create policy tenant on accessories using (company_id = (select app_company())) with check (company_id = (select app_company()));
