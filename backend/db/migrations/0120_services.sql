create table services (
  company_id int not null references companies,
  id bigint generated always as identity,
  code text not null,
  description text not null,
  kind text not null,
  provider text not null check (provider in ('dealer', 'maker')),
  usages text[] not null,
  -- VAT-inclusive; cost is net. For cars that no band holds.
  price bigint not null check (price >= 0),
  cost bigint not null default 0 check (cost >= 0),
  tax_rate numeric(5,2) not null default 22,
  -- [{ "kwTo": 85, "kmTo": null, "monthsTo": 36, "price": 39000, "cost": 21000 }]; the first that holds the car
  bands jsonb not null default '[]',
  bands_only boolean not null default false,
  months int,
  default_on boolean not null default false,
  printed boolean not null default true,
  valid_from date,
  valid_to date,
  -- Who may sell it, for which cars; empty: no limit.
  maker_ids bigint[] not null default '{}',
  location_ids bigint[] not null default '{}',
  roles text[] not null default '{}',
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint services_code unique (company_id, code)
);
select tenant_table('services');
create view services_words with (security_invoker = true) as
  select company_id, id as record_id, word from services, unnest(words_of(concat_ws(' ', code, description)) || code_words(code)) word
  where word <> '';
