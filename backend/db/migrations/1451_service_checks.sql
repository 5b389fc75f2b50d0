-- How the systems outside of the product answered, minute by minute: rows of company 10, kept for an hour.
create table service_checks (
  company_id int not null references companies,
  name text not null,
  at timestamptz not null,
  -- Milliseconds until the answer; null: none came.
  ms int check (ms >= 0),
  primary key (company_id, name, at)
);
select tenant_table('service_checks');
select open_table('service_checks');
