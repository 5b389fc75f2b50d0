-- Spreadsheets that are too large to be waited for: a job makes them, whoever asked fetches them within a week.
create table spreadsheets (
  company_id int not null references companies,
  id bigint generated always as identity,
  user_id int not null,
  -- The call that was made and what it asked for; asked again while it is made, it is the same one.
  call text not null,
  asked jsonb not null,
  key bytea not null,
  name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  failure text,
  -- What its maker could see: who has lost some of it since does not open it any more.
  privileges int[] not null default '{}',
  file_key text not null,
  type text not null default '',
  rows int,
  bytes bigint,
  tries int not null default 0,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index spreadsheets_waiting on spreadsheets (company_id, user_id, key) where state = 'waiting';
create index spreadsheets_old on spreadsheets (company_id, created_at);
select tenant_table('spreadsheets');
