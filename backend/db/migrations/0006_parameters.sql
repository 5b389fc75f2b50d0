-- Fiscal facts by date (domain.md §2.1, §2.4, §2.6, §2.12): national, never in code. Money in cents, rates in percent.
create table provinces (
  code text not null,
  name text not null,
  region text not null,
  ipt_percent numeric(5,2) not null,
  fixed_for_vat_deeds boolean not null default false,
  -- Where the surcharge was read, for who verifies it before production.
  evidence text not null,
  valid_from date not null default '2000-01-01',
  valid_to date,
  primary key (code, valid_from)
);
create table fiscal_params (
  key text not null,
  label text not null,
  valid_from date not null,
  value numeric not null,
  primary key (key, valid_from)
);
insert into fiscal_params (key, label, valid_from, value) values
  ('tax_rate', 'Aliquota IVA ordinaria', '2013-10-01', 22),
  ('ipt_fixed', 'IPT fino a 53 kW', '1999-01-01', 15081),
  ('ipt_kw_limit', 'kW fino ai quali la IPT è fissa', '1999-01-01', 53),
  ('ipt_per_kw', 'IPT per kW oltre il limite, decimillesimi di euro', '1999-01-01', 35119),
  ('tyre_fee', 'Contributo pneumatici fuori uso, IVA inclusa', '2025-01-10', 305),
  ('registration_stamps', 'Imposta di bollo', '2013-06-26', 6400),
  ('registration_aci', 'Emolumenti ACI', '2013-01-01', 2700),
  ('registration_dt', 'Diritti Motorizzazione', '2007-01-01', 1020),
  ('registration_plates', 'Targhe', '2020-01-01', 4178),
  ('substitute_tax_percent', 'Imposta sostitutiva sui finanziamenti', '2000-01-01', 0.25),
  ('contract_stamp', 'Bollo sul contratto di finanziamento', '2013-06-26', 1600),
  ('communication_stamp', 'Bollo su ogni comunicazione', '2013-06-26', 200);
do $$ declare name text; begin
  foreach name in array array['provinces','fiscal_params'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy read on %I for select using (true)', name);
    execute format('create policy write on %I using ((select app_company()) = 10) with check ((select app_company()) = 10)', name);
  end loop;
end $$;

-- Parameters of a company's quotes, by date.
create table quote_params (
  company_id int not null references companies,
  valid_from date not null,
  expiry_days int not null default 8,
  -- Messa su strada, VAT included.
  road_cost bigint not null,
  -- Text at the foot of the printed quote.
  footer text not null default '',
  primary key (company_id, valid_from)
);
alter table quote_params enable row level security;
alter table quote_params force row level security;
create policy tenant on quote_params using (company_id = (select app_company())) with check (company_id = (select app_company()));

-- Incentives: the manufacturer's (company 10) are read by every dealer, a dealer's own by nobody else.
create table incentives (
  company_id int not null references companies,
  id bigint generated always as identity,
  type text not null,
  payer text not null check (payer in ('maker', 'dealer', 'state', 'financial')),
  name text not null,
  basis text not null check (basis in ('list', 'optional', 'pack', 'accessory', 'total')),
  amount bigint,
  percent numeric(5,2),
  bands jsonb,
  cumulability_group text,
  customer_types text[],
  requires_used text check (requires_used in ('barter', 'scrapping')),
  requires_financing boolean not null default false,
  refund_percent numeric(5,2) not null default 0,
  -- Where it applies; null: everywhere.
  maker_id bigint references makers,
  model_id bigint references models,
  valid_from date not null,
  valid_to date,
  primary key (company_id, id),
  check (num_nonnulls(amount, percent, bands) = 1)
);
alter table incentives enable row level security;
alter table incentives force row level security;
create policy tenant on incentives
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy network on incentives for select using (company_id = 10);

-- Financing plans of a company.
create table financing_companies (
  company_id int not null references companies,
  id bigint generated always as identity,
  name text not null,
  primary key (company_id, id)
);
create table financing_plans (
  company_id int not null,
  id bigint generated always as identity,
  financing_company_id bigint not null,
  name text not null,
  type text not null check (type in ('tcm', 'loan', 'two_step_base', 'two_step_fixed')),
  -- [{ "months": 36, "tan": 6.49, "balloonPercent": 50 }]
  terms jsonb not null,
  balloon_basis text check (balloon_basis in ('car_price', 'financing', 'kih')),
  fee bigint not null default 0,
  collection_fee bigint not null default 0,
  yearly_fee bigint not null default 0,
  tax_mode text not null default 'substitute' check (tax_mode in ('substitute', 'stamp')),
  protection_percent numeric(6,4),
  min_amount bigint not null default 0,
  max_amount bigint not null,
  min_deposit_percent numeric(5,2) not null default 0,
  valid_from date not null,
  valid_to date,
  primary key (company_id, id),
  foreign key (company_id, financing_company_id) references financing_companies (company_id, id)
);
alter table financing_companies enable row level security;
alter table financing_companies force row level security;
create policy tenant on financing_companies using (company_id = (select app_company())) with check (company_id = (select app_company()));
alter table financing_plans enable row level security;
alter table financing_plans force row level security;
create policy tenant on financing_plans using (company_id = (select app_company())) with check (company_id = (select app_company()));
