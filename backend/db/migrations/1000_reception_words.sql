-- Why somebody comes and what the reception asks them, as the manufacturer words it for its network, beside a dealer's own words.
-- A draft is read by its company alone; a retired one stays on the visits that have it and is not offered any more.
create table reception_words (
  company_id int not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('reason', 'question')),
  code text not null check (code ~ '^[A-Z0-9_]{1,20}$'),
  label text not null check (length(label) between 1 and 60),
  -- Of a question: the answers to choose from, one a line.
  answers text,
  place int not null check (place between 1 and 99),
  draft boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (company_id, id)
);
create unique index reception_words_code on reception_words (company_id, kind, code);
select tenant_table('reception_words');
select open_table('reception_words');
create policy network on reception_words for select using (company_id = 10 and not draft);
create view reception_words_words with (security_invoker = true) as
  select company_id, id as record_id, word from reception_words, unnest(words_of(concat_ws(' ', code, label))) word where word <> '';

-- A visit keeps the codes: the same code is the same reason whoever worded it.
alter table accesses
  add column reason text check (reason ~ '^[A-Z0-9_]{1,20}$'),
  -- What was asked and answered, by the codes of the questions.
  add column answers jsonb not null default '[]';

-- How long the network lets people wait, unless a company has set its own.
alter policy network on params
  using (company_id = 10 and (key = 'provinces.rules' or key like 'national.%' or key like 'starter.%' or key like 'reception.%'));
