create table insurances (
  company_id int not null references companies,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  insurer text not null,
  type text not null check (type in ('rca', 'cvt', 'credit_protection')),
  usages text[] not null,
  durations text[] not null default '{}',
  -- Guarantees with their tariffs, zones of provinces and bands of power: domain/insurances/fields.ts.
  covers jsonb not null default '[]',
  zones jsonb not null default '[]',
  powers jsonb not null default '[]',
  min_value bigint,
  max_value bigint,
  max_months int,
  commission_percent numeric(5,2) not null default 0,
  rappel_percent numeric(5,2) not null default 0,
  default_on boolean not null default false,
  valid_from date,
  valid_to date,
  maker_ids bigint[] not null default '{}',
  location_ids bigint[] not null default '{}',
  roles text[] not null default '{}',
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint insurances_code unique (company_id, code)
);
select tenant_table('insurances');
create view insurances_words with (security_invoker = true) as
  select company_id, id as record_id, word from insurances, unnest(words_of(concat_ws(' ', code, name, insurer)) || code_words(code)) word
  where word <> '';
