-- Type approvals of versions: numbers of the certificate, and what the lightest and the heaviest car of it emit, use and weigh. The
-- manufacturer writes them, everybody's quotes and papers read them. Of one version one holds on a day.
create table homologations (
  company_id int not null default 10 check (company_id = 10),
  id bigint generated always as identity,
  version_id bigint not null references versions,
  number text not null,
  type text not null,
  variant text not null,
  edition text not null,
  emission_class text not null,
  best_co2 int not null check (best_co2 between 0 and 999),
  worst_co2 int not null,
  best_consumption numeric(4,1) not null check (best_consumption >= 0),
  worst_consumption numeric(4,1) not null,
  best_mass int not null check (best_mass > 0),
  worst_mass int not null,
  tyres text not null,
  -- [{ "code": "19Z", "co2": 6 }]: grams that an option adds to the best car.
  options jsonb not null default '[]',
  valid_from date not null,
  valid_to date,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (company_id, id),
  check (worst_co2 >= best_co2 and worst_consumption >= best_consumption and worst_mass >= best_mass),
  check (valid_to >= valid_from)
);
create index homologations_version on homologations (company_id, version_id, valid_from) where archived_at is null;
select national_table('homologations');
alter policy write on homologations using (company_id = app_company() and app_company() = 10 and app_setting('writes') = 'national')
  with check (company_id = app_company() and app_company() = 10 and app_setting('writes') = 'national');

create view homologations_words with (security_invoker = true) as
  select h.company_id, h.id as record_id, word from homologations h join versions v on v.id = h.version_id,
    unnest(words_of(concat_ws(' ', v.name, v.code)) || code_words(h.number)) word where word <> '';
