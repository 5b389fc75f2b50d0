-- How often a group of a company's parameters was changed: nobody writes over what they did not see.
create table param_versions (
  company_id int not null references companies,
  name text not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (company_id, name)
);
select tenant_table('param_versions');
