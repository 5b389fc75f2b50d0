-- Guaranteed future values that the manufacturer writes once for its network: months by yearly mileage, for one lender. Editions of a
-- table follow each other by their first days; what was in force is never rewritten. Plans of dealers name a table by its first edition.
create table future_tables (
  company_id int not null default 10 check (company_id = 10),
  id bigint generated always as identity,
  -- The first edition; null: it is the first one.
  series_id bigint,
  edition int not null default 1 check (edition > 0),
  name text not null,
  lender text not null,
  basis text not null check (basis in ('car_price', 'financing', 'kih')),
  -- Versions that it is for; null: all that are in no basket of another table.
  basket_id bigint,
  -- Durations between two of the table are worth what lies between them.
  between_months boolean not null default false,
  cells jsonb not null default '[]',
  valid_from date not null,
  valid_to date,
  -- All dealers, or those that are named.
  audience text not null default 'all' check (audience in ('all', 'named')),
  company_ids int[] not null default '{}',
  draft boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (company_id, id),
  check (draft or audience = 'all' or cardinality(company_ids) > 0),
  check (valid_to >= valid_from)
);
create unique index future_tables_edition on future_tables (company_id, coalesce(series_id, id), edition);
select national_table('future_tables');
alter policy read on future_tables using (app_company() = 10
  or (not draft and (audience = 'all' or app_company() = any (company_ids))));
alter policy write on future_tables using (company_id = app_company() and app_company() = 10 and app_setting('writes') = 'national')
  with check (company_id = app_company() and app_company() = 10 and app_setting('writes') = 'national');

create view future_tables_words with (security_invoker = true) as
  select company_id, id as record_id, word from future_tables, unnest(words_of(concat_ws(' ', name, lender))) word where word <> '';

-- The manufacturer's own lists have words, too.
drop policy shut on search_words;
create policy shut on search_words as restrictive using (app_setting('scope') is null or company_id = 10
  or kind in ('accessories', 'tyres', 'services', 'insurances', 'plans', 'layoutSections'));

-- Which tables a plan of a dealer takes its future values from, instead of rows of its own.
alter table plans add column future_table_ids bigint[] not null default '{}';

-- What companies tell of their plans: which of them name a table. Nothing else of a plan is the manufacturer's business.
create table network_plans (
  company_id int not null references companies,
  plan_id bigint not null,
  table_id bigint not null,
  primary key (company_id, plan_id, table_id),
  foreign key (company_id, plan_id) references plans (company_id, id) on delete cascade
);
create index network_plans_table on network_plans (table_id) include (company_id, plan_id);
select tenant_table('network_plans');
select open_table('network_plans');
create policy network on network_plans for select using (app_setting('scope') = 'fms');
