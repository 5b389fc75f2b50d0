-- Roles and the settings that row level security reads. The login role that requests use is made by the migration runner.
do $$ begin
  if not exists (select from pg_roles where rolname = 'app_rw') then create role app_rw nologin nosuperuser nobypassrls; end if;
end $$;

create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The settings are empty strings, not null, after a transaction that set them: nullif makes "no tenant" see no row.
create function app_company() returns int language sql stable parallel safe as
  $$ select nullif(current_setting('app.company_id', true), '')::int $$;
create function app_setting(name text) returns text language sql stable parallel safe as
  $$ select nullif(current_setting('app.' || name, true), '') $$;

-- Lower-case, accent-free text for searching.
create function searchable(text) returns text language sql immutable parallel safe as
  $$ select lower(public.unaccent('public.unaccent', coalesce($1, ''))) $$;

grant usage on schema public to app_rw;
alter default privileges in schema public grant select, insert, update, delete on tables to app_rw;
alter default privileges in schema public grant usage, select on sequences to app_rw;

create table companies (
  company_id int primary key,
  name text not null,
  vat_number text not null default '',
  address text not null default '',
  cap text not null default '',
  city text not null default '',
  province text not null,
  phone text not null default '',
  email text not null default '',
  created_at timestamptz not null default now()
);
alter table companies enable row level security;
alter table companies force row level security;
create policy tenant on companies using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy network on companies for select using ((select app_setting('scope')) = 'fms');
