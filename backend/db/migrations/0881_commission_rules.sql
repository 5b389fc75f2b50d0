-- The company's rules of commissions: whom and which sales they pay, when, of what and how much. An empty condition holds for all.
create table commission_rules (
  company_id int not null references companies,
  id bigint generated always as identity,
  name text not null,
  subject text not null,
  sale text,
  earner text not null,
  trigger text not null,
  variable text not null,
  "from" date not null,
  "to" date,
  user_id bigint,
  role_name text,
  model_id bigint,
  basket_id bigint,
  maker_id bigint,
  location_id bigint,
  channel text,
  gate text,
  fixed bigint not null,
  basis text,
  bands_by text not null,
  -- [{ "from": 0, "percent": 8 }]: each band up to where the next one begins.
  bands jsonb not null default '[]',
  cap bigint,
  adds boolean not null,
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint commission_rules_days check ("to" is null or "to" >= "from"),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id)
);
create index commission_rules_in_use on commission_rules (company_id, id) where archived_at is null;
select tenant_table('commission_rules');
create view commission_rules_words with (security_invoker = true) as
  select company_id, id as record_id, word from commission_rules, unnest(words_of(name)) word where word <> '';

-- With which role somebody shares a sale; empty for those that were shared before, whose role of today counts.
alter table commission_splits add column role_name text;
-- Who earns by a role on the sales of their places, as it was when the sale was approved, wherever they work later.
create table commission_teams (
  company_id int not null references companies,
  contract_id bigint not null,
  user_id bigint not null,
  role_name text not null,
  primary key (company_id, contract_id, user_id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
);
select tenant_table('commission_teams');
