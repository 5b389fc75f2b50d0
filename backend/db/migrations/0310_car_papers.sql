-- Papers of cars, new and used: what each is, until when it holds, and its scan.
create table car_papers (
  company_id int not null references companies,
  id bigint generated always as identity,
  used_car_id bigint,
  new_car_id bigint,
  -- domain/stock/papers.ts
  kind text not null,
  note text not null default '',
  -- Null: it does not end.
  until date,
  upload_id bigint,
  version int not null default 1,
  user_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint car_papers_upload unique (company_id, upload_id),
  check (num_nonnulls(used_car_id, new_car_id) = 1),
  foreign key (company_id, used_car_id) references used_cars (company_id, id),
  foreign key (company_id, new_car_id) references new_cars (company_id, id),
  foreign key (company_id, upload_id) references uploads (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index car_papers_used on car_papers (company_id, used_car_id, id) where used_car_id is not null;
create index car_papers_new on car_papers (company_id, new_car_id, id) where new_car_id is not null;
select tenant_table('car_papers');

-- What lists show of them: which kinds are there, and when the first of them ends. The car stays the version that it is.
alter table used_cars
  add column paper_kinds text[] not null default '{}',
  add column papers_until date;
alter table new_cars
  add column paper_kinds text[] not null default '{}',
  add column papers_until date;
