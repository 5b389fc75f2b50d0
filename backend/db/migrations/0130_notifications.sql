-- What concerns one person, kept under the bell until it is old. The words are those of the day on which it happened.
create table notifications (
  company_id int not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null,
  title text not null,
  text text not null default '',
  href text not null,
  -- What it is about, so that a job that runs twice says it once; null: it may be said again.
  once text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (company_id, id),
  constraint notifications_once unique (company_id, user_id, once),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index notifications_user on notifications (company_id, user_id, id desc);
create index notifications_unread on notifications (company_id, user_id) where read_at is null;
create index notifications_age on notifications (company_id, created_at);
select tenant_table('notifications');

-- By kind, what the person changed: { "quote_expiring": { "bell": true, "mail": true } }.
alter table users add column notifications jsonb not null default '{}';
