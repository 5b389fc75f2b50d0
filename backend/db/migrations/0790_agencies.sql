-- Registration agencies and what they ask (screens.md §9).
create table agencies (
  company_id int not null references companies,
  id bigint generated always as identity,
  name text not null,
  contact text not null default '',
  phone text not null default '',
  email text not null default '',
  usual boolean not null default false,
  -- [{ "operation": "retail", "province": "MI", "from": "2026-01-01", "cost": 4500 }]; province '' is every one, cost net cents
  fees jsonb not null default '[]',
  notes text not null default '',
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint agencies_name unique (company_id, name)
);
select tenant_table('agencies');
create view agencies_words with (security_invoker = true) as
  select company_id, id as record_id, word from agencies, unnest(words_of(concat_ws(' ', name, contact))) word where word <> '';
