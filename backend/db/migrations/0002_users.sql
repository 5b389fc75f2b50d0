create table users (
  company_id int not null references companies,
  id bigint generated always as identity,
  name text not null,
  email citext not null,
  phone text,
  role_name text not null,
  privileges int[] not null default '{}',
  theme text not null default 'system',
  density text not null default 'comfortable',
  shortcuts boolean not null default true,
  picture_key text,
  updates_seen_at timestamptz,
  disabled_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, email)
);
alter table users enable row level security;
alter table users force row level security;
create policy tenant on users using (company_id = (select app_company())) with check (company_id = (select app_company()));
-- The network page of the manufacturer counts users; it reads no personal field.
create policy network on users for select using ((select app_setting('scope')) = 'fms');

-- Found by e-mail before the company is known: who states an address may read that row, and no other.
create table logins (
  company_id int not null,
  user_id bigint not null,
  email citext primary key,
  password_hash text not null,
  foreign key (company_id, user_id) references users (company_id, id)
);
alter table logins enable row level security;
alter table logins force row level security;
create policy tenant on logins
  using (company_id = (select app_company()) or email = (select app_setting('login_email'))::citext)
  with check (company_id = (select app_company()) or email = (select app_setting('login_email'))::citext);

-- Failed attempts by account, by address and by reset request. Keys are hashes, also of accounts that do not exist: who tries
-- an unknown address waits like everybody else. No tenant is known yet, so every company shares the table.
create table login_throttles (
  key text primary key,
  failures int not null,
  last_at timestamptz not null
);

-- A session is found by the hash of its token: who holds the token may read the row.
create table sessions (
  company_id int not null,
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  ip text not null default '',
  user_agent text not null default '',
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index sessions_user on sessions (company_id, user_id);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy tenant on sessions
  using (company_id = (select app_company()) or token_hash = decode((select app_setting('token_hash')), 'hex'))
  with check (company_id = (select app_company()) or token_hash = decode((select app_setting('token_hash')), 'hex'));

create table password_resets (
  company_id int not null,
  user_id bigint not null,
  token_hash bytea primary key,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (company_id, user_id) references users (company_id, id)
);
alter table password_resets enable row level security;
alter table password_resets force row level security;
create policy tenant on password_resets
  using (company_id = (select app_company()) or token_hash = decode((select app_setting('reset_hash')), 'hex'))
  with check (company_id = (select app_company()) or token_hash = decode((select app_setting('reset_hash')), 'hex'));

create table saved_views (
  company_id int not null,
  id bigint generated always as identity,
  user_id bigint not null,
  area text not null,
  name text not null,
  shared boolean not null default false,
  state jsonb not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index saved_views_area on saved_views (company_id, area);
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy tenant on saved_views using (company_id = (select app_company())) with check (company_id = (select app_company()));
