-- Roles of the company's own: named sets of privileges, each copied from one of the product's. One with the name of a preset stands in its place.
create table roles (
  company_id int not null references companies,
  id bigint generated always as identity,
  version int not null default 1,
  name text not null,
  -- The preset from which it was copied, and whose discount caps hold for it.
  base text not null,
  privileges int[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index roles_name on roles (company_id, lower(name));
create index users_role on users (company_id, role_name);
select tenant_table('roles');
