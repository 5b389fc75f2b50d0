-- When each repeated work of a company is due next: every process looks each minute, and who moves the time puts the work in the queue.
create table schedules (
  company_id int not null references companies,
  name text not null,
  due_at timestamptz not null,
  primary key (company_id, name)
);
select tenant_table('schedules');
