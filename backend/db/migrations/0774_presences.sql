-- Where each user is writing now: one row a user, which counts for seconds.
create table presences (
  company_id int not null references companies,
  user_id bigint not null,
  entity text not null,
  record_id bigint not null,
  section text not null,
  seen_at timestamptz not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index presences_record on presences (company_id, entity, record_id);
select tenant_table('presences');
