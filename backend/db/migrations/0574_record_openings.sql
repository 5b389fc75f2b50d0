-- Who opened the page of a customer, only where the company has switched it on; no part of the audit's chain, and deleted after half a year.
create table record_openings (
  company_id int not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  entity text not null,
  entity_id bigint not null,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
select tenant_table('record_openings');
revoke update on record_openings from app_rw;
