-- Repeated work of each company as rows: the product's own kinds once each, and those that a person set up.
alter table schedules rename to schedules_before;
alter index schedules_pkey rename to schedules_before_pkey;
create table schedules (
  company_id int not null references companies,
  id bigint generated always as identity,
  kind text not null,
  -- Who set it up: it runs with their rights of that moment. The company's own work has nobody.
  owner_id int,
  parameters jsonb not null default '{}',
  -- Times of the day in Rome, and the day of the week or month.
  recurrence jsonb not null,
  due_at timestamptz not null,
  paused_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, owner_id) references users (company_id, id)
);
create unique index schedules_own on schedules (company_id, kind) where owner_id is null;
create index schedules_due on schedules (company_id, due_at) where paused_at is null;
select tenant_table('schedules');

-- Each time at which one was due, and how it went.
create table schedule_runs (
  company_id int not null references companies,
  id bigint generated always as identity,
  schedule_id bigint not null,
  due_at timestamptz not null,
  tries int not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'failed')),
  primary key (company_id, id),
  constraint schedule_runs_once unique (company_id, schedule_id, due_at),
  foreign key (company_id, schedule_id) references schedules (company_id, id) on delete cascade
);
create index schedule_runs_old on schedule_runs (company_id, due_at);
select tenant_table('schedule_runs');

-- What is due keeps its time: the clock of the next process writes the recurrence of its kinds.
alter table schedules no force row level security;
alter table schedules_before no force row level security;
insert into schedules (company_id, kind, recurrence, due_at)
select company_id, name, '{}', due_at from schedules_before;
alter table schedules force row level security;
drop table schedules_before;
