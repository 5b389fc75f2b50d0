-- Stages of negotiations that the manufacturer writes for its network, beside the states of quotes and leads. A retired one stays on
-- what has it and is not offered any more.
create table negotiation_stages (
  company_id int not null default 10 check (company_id = 10),
  id bigint generated always as identity,
  entity text not null check (entity in ('quote', 'lead')),
  code text not null check (length(code) between 1 and 20),
  label text not null check (length(label) between 1 and 40),
  colour text not null,
  place int not null check (place between 1 and 99),
  -- Percent of such negotiations that become a contract.
  probability int not null check (probability between 0 and 100),
  outcome text not null check (outcome in ('open', 'won', 'lost')),
  asks_reason boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (company_id, id)
);
create unique index negotiation_stages_code on negotiation_stages (company_id, entity, code);
select national_table('negotiation_stages');
alter policy write on negotiation_stages using (company_id = app_company() and app_company() = 10 and app_setting('writes') = 'national')
  with check (company_id = app_company() and app_company() = 10 and app_setting('writes') = 'national');
create view negotiation_stages_words with (security_invoker = true) as
  select company_id, id as record_id, word from negotiation_stages, unnest(words_of(concat_ws(' ', code, label))) word where word <> '';

-- In which stage a company's quotes and leads are, revisions of a quote by the first one. It holds no person, price or margin: the
-- manufacturer counts these rows.
create table record_stages (
  company_id int not null references companies,
  entity text not null check (entity in ('quote', 'lead')),
  record_id bigint not null,
  -- Null: in none any more.
  stage_id bigint,
  -- The stage before it was won or lost, in which it goes on when it is reopened.
  before_id bigint,
  -- Since when, a day in Rome.
  day date not null,
  version int not null,
  primary key (company_id, entity, record_id)
);
create index record_stages_stage on record_stages (entity, stage_id) include (company_id, record_id, day);
select tenant_table('record_stages');
select open_table('record_stages');
create policy network on record_stages for select using (app_setting('scope') = 'fms');
