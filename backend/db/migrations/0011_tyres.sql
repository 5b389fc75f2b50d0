create table tyres (
  company_id int not null references companies,
  id bigint generated always as identity,
  code text not null,
  brand text not null,
  model text not null,
  width int not null,
  ratio int not null,
  rim int not null,
  build text not null default 'standard' check (build in ('standard', 'xl', 'c')),
  load text not null,
  speed text not null,
  size text not null generated always as (
    width || '/' || ratio || ' R' || rim || case build when 'c' then 'C ' else ' ' end || load || speed
      || case build when 'xl' then ' XL' else '' end
  ) stored,
  season text not null check (season in ('summer', 'winter', 'allSeason')),
  -- European label (regulation 2020/740); null: not stated.
  fuel_class text,
  wet_class text,
  noise_db int,
  noise_class text,
  snow boolean not null default false,
  -- For one tyre, VAT-inclusive; cost is net.
  price bigint not null check (price >= 0),
  cost bigint not null default 0 check (cost >= 0),
  tax_rate numeric(5,2) not null default 22,
  pfu text not null default 'B1',
  in_stock boolean not null default false,
  archived_at timestamptz,
  -- The size also as seven digits, which is how searches are read.
  search text generated always as (searchable(
    code || ' ' || brand || ' ' || model || ' ' || width || '/' || ratio || ' r' || rim || ' '
      || width || ratio || rim || ' ' || load || speed || ' ' || build
  )) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint tyres_code unique (company_id, code)
);
create index tyres_search on tyres using gin (search gin_trgm_ops);
alter table tyres enable row level security;
alter table tyres force row level security;
create policy tenant on tyres using (company_id = (select app_company())) with check (company_id = (select app_company()));
