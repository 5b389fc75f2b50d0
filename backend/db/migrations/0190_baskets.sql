-- Versions under one name, by maker, model or one by one: what tables of future values are for (domain.md §2.22). The manufacturer's
-- are read by every dealer.
create table baskets (
  company_id int not null references companies,
  id bigint generated always as identity,
  name text not null,
  maker_ids bigint[] not null default '{}',
  model_ids bigint[] not null default '{}',
  version_ids bigint[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint baskets_name unique (company_id, name)
);
select tenant_table('baskets');
create policy network on baskets for select using (company_id = 10);

-- Limits of a plan that a seller meets; of the keys-in-hand price, and of the basis of the last large instalment.
alter table plans
  add column max_deposit_percent numeric(5,2),
  add column min_balloon_percent numeric(5,2),
  add column max_balloon_percent numeric(5,2);
-- Rows of future values say which basket they are for.
alter table plans no force row level security;
update plans set future_values = (
  select jsonb_agg(jsonb_build_object('basketId', null) || row order by place) from jsonb_array_elements(future_values) with ordinality as each (row, place))
  where jsonb_array_length(future_values) > 0;
alter table plans force row level security;
