-- Append-only record of every change, chained per company by hash; the activity of a record reads it.
create table audit_events (
  company_id int not null references companies,
  id bigint generated always as identity,
  at timestamptz not null,
  user_id bigint,
  user_name text not null default '',
  request_id text not null default '',
  ip text not null default '',
  action text not null,
  entity text not null,
  entity_id bigint,
  before jsonb,
  after jsonb,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (company_id, id)
);
create index audit_entity on audit_events (company_id, entity, entity_id, id);
alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy tenant on audit_events using (company_id = (select app_company())) with check (company_id = (select app_company()));
revoke update, delete on audit_events from app_rw;

-- Last hash of each company's chain; its row lock puts the company's events in one order.
create table audit_heads (
  company_id int primary key references companies,
  hash bytea not null
);
alter table audit_heads enable row level security;
alter table audit_heads force row level security;
create policy tenant on audit_heads using (company_id = (select app_company())) with check (company_id = (select app_company()));

-- Replays the answer of a creating call that is sent twice (24 hours).
create table idempotency_keys (
  company_id int not null,
  user_id bigint not null,
  key text not null,
  call text not null,
  body_hash bytea not null,
  status int,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, key),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index idempotency_age on idempotency_keys (company_id, created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy tenant on idempotency_keys using (company_id = (select app_company())) with check (company_id = (select app_company()));
