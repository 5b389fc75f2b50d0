-- Moves that want the yes of a second person: what somebody asked for, while it waits. It holds for the version that was seen.
create table move_requests (
  company_id int not null references companies,
  entity text not null,
  record_id bigint not null,
  move text not null,
  version int not null,
  asked_by bigint not null,
  asked_at timestamptz not null,
  reason text,
  note text,
  primary key (company_id, entity, record_id, move),
  foreign key (company_id, asked_by) references users (company_id, id)
);
select tenant_table('move_requests');
