-- Technical data beside what prices and taxes need; null where nobody has entered it.
alter table versions add column doors int;
alter table versions add column mass int;
alter table versions add column electric_range int;
alter table versions add column engine_code text not null default '';
alter table versions add column tyres text not null default '';
alter table versions add column approval text not null default '';

-- From this day on it is sold no more. It stays readable for ever, and sellable at the list of an earlier day.
alter table versions add column retired_on date;
alter table version_options add column retired_on date;
alter table option_rules add column retired_on date;
-- Since when it belongs to the list; null: always.
alter table version_options add column since date;
alter table option_rules add column since date;

-- Changes of the catalogue that come into force together. The catalogue itself holds what is in force.
create table catalog_editions (
  company_id int not null default 10 check (company_id = 10),
  id bigint generated always as identity,
  version int not null default 1,
  name text not null check (length(name) between 1 and 80),
  state text not null default 'draft' constraint catalog_editions_state_check
    check (state in ('draft', 'ready', 'scheduled', 'published', 'rolled_back')),
  -- The day on which it comes, or came, into force at 0:00 in Rome.
  day date,
  -- The versions whose list it changed.
  version_ids bigint[] not null default '{}',
  made_by bigint not null,
  maker text not null,
  -- Who published or scheduled it; they may have left since.
  published_by bigint,
  publisher text,
  published_at timestamptz,
  -- Why a publication on its day was refused.
  refusal text,
  -- The edition that it takes back.
  undoes bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create index catalog_editions_day on catalog_editions (day) where state = 'published';
select national_table('catalog_editions');
alter policy read on catalog_editions using (app_company() = 10 or state in ('published', 'rolled_back'));

-- A row of the catalogue in an edition: the changed fields before and after; null before: a new row, null after: one that goes.
create table catalog_changes (
  company_id int not null default 10 check (company_id = 10),
  edition_id bigint not null,
  -- Table and key, as domain/catalog/editions/tables.ts names them.
  kind text not null,
  key text not null,
  before jsonb,
  after jsonb,
  version int not null default 1,
  changer text not null,
  changed_at timestamptz not null,
  primary key (company_id, edition_id, kind, key),
  foreign key (company_id, edition_id) references catalog_editions on delete cascade,
  check (before is not null or after is not null)
);
select national_table('catalog_changes');
alter policy read on catalog_changes using (app_company() = 10);
-- They have the manufacturer's number, as its own records have.
alter policy write on catalog_editions using (company_id = app_company() and app_company() = 10)
  with check (company_id = app_company() and app_company() = 10);
alter policy write on catalog_changes using (company_id = app_company() and app_company() = 10)
  with check (company_id = app_company() and app_company() = 10);

-- The manufacturer's own records have a history like everybody's.
drop policy shut on state_changes;
create policy shut on state_changes as restrictive using (app_setting('scope') is null or company_id = 10);
