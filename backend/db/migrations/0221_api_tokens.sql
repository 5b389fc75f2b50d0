-- A token of another system is a user of its own with a long session: audit, rights and limits hold as for people.
alter table users
  add column service boolean not null default false,
  add column created_by bigint,
  add foreign key (company_id, created_by) references users (company_id, id);
create index users_service on users (company_id, id) where service;
alter table sessions add column service boolean not null default false;
