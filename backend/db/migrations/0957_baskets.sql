-- Baskets that people write: versions by a rule or one by one, or (the manufacturer's alone) companies. Whoever names an archived one
-- keeps it, and nobody chooses it any more.
alter table baskets
  add column holds text not null default 'versions' check (holds in ('versions', 'companies')),
  -- Of the rule: makes and models count only with one of these; none: all.
  add column fuels text[] not null default '{}',
  add column company_ids int[] not null default '{}',
  add column archived_at timestamptz,
  add constraint baskets_of_one_kind check (case holds when 'versions' then company_ids = '{}'
    else company_id = 10 and maker_ids || model_ids || version_ids = '{}' and fuels = '{}' end);
-- Which companies the manufacturer names is nobody else's business.
alter policy network on baskets using (company_id = 10 and holds = 'versions');

create view baskets_words with (security_invoker = true) as
  select company_id, id as record_id, word from baskets, unnest(words_of(name)) word where word <> '';

-- What a basket held from a saved version on.
create table basket_versions (
  company_id int not null references companies,
  basket_id bigint not null,
  version int not null,
  -- The fields as they were typed, and how many versions or companies that was on the day.
  fields jsonb not null,
  size int not null check (size >= 0),
  user_id bigint,
  at timestamptz not null,
  primary key (company_id, basket_id, version)
);
select tenant_table('basket_versions');
select open_table('basket_versions');

-- What companies tell of the manufacturer's baskets: what of theirs names one, without name, amount or person.
create table network_baskets (
  company_id int not null references companies,
  basket_id bigint not null,
  used_by text not null check (used_by in ('campaign', 'plan', 'rule')),
  record_id bigint not null,
  primary key (company_id, basket_id, used_by, record_id)
);
create index network_baskets_basket on network_baskets (basket_id) include (company_id, used_by);
select tenant_table('network_baskets');
select open_table('network_baskets');
create policy network on network_baskets for select using (app_setting('scope') = 'fms');

alter table baskets no force row level security;
alter table campaigns no force row level security;
alter table plans no force row level security;
alter table commission_rules no force row level security;
alter table network_baskets no force row level security;
alter table basket_versions no force row level security;
alter table search_words no force row level security;
insert into network_baskets (company_id, basket_id, used_by, record_id)
select r.company_id, b.id, r.used_by, r.id from baskets b join (
  select company_id, id, 'campaign' as used_by, unnest(basket_ids) as basket_id from campaigns where archived_at is null
  union select company_id, id, 'plan', (cell ->> 'basketId')::bigint from plans, jsonb_array_elements(future_values) cell where archived_at is null
  union select company_id, id, 'rule', basket_id from commission_rules where archived_at is null) r on r.basket_id = b.id
where b.company_id = 10 and r.company_id <> 10;
insert into basket_versions (company_id, basket_id, version, fields, size, at)
select b.company_id, b.id, b.version, jsonb_build_object('name', b.name, 'holds', 'versions', 'makerIds', b.maker_ids, 'modelIds', b.model_ids,
    'fuels', b.fuels, 'versionIds', b.version_ids, 'companyIds', b.company_ids),
  (select count(*) from versions v join models o on o.id = v.model_id where
    (v.id = any (b.version_ids) or o.id = any (b.model_ids) or o.maker_id = any (b.maker_ids))), b.updated_at
from baskets b;
insert into search_words (company_id, kind, record_id, word)
select distinct b.company_id, 'baskets', b.id, word from baskets b, unnest(words_of(b.name)) word where word <> '' on conflict do nothing;
alter table baskets force row level security;
alter table campaigns force row level security;
alter table plans force row level security;
alter table commission_rules force row level security;
alter table network_baskets force row level security;
alter table basket_versions force row level security;
alter table search_words force row level security;
