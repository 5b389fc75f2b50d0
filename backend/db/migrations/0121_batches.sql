-- Changes of many records at once, each with what it had before, so that they can be taken back while nothing changed since.
create table batches (
  company_id int not null,
  id bigint generated always as identity,
  -- Table of the records.
  kind text not null,
  user_id bigint not null,
  -- [{ "id": 1, "version": 3, "before": { "price": 9900 } }]; the version that the change made
  rows jsonb not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index batches_created on batches (company_id, created_at);
select tenant_table('batches');
