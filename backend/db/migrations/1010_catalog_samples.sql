-- Configurations on which the manufacturer tries a list before it comes into force: rows of company 10, no person in them. A version may
-- be one that an edition is still to add, so nothing points to the catalogue.
create table catalog_samples (
  company_id int not null,
  id bigint generated always as identity,
  version int not null default 1,
  name text not null check (length(name) between 1 and 80),
  version_id bigint not null,
  option_ids bigint[] not null default '{}',
  customer text not null,
  province text not null,
  -- Cents, months and percent of a loan over what is left to pay; months null: none.
  deposit bigint not null default 0 check (deposit >= 0),
  months int check (months between 6 and 120),
  tan numeric(5,2) not null default 0 check (tan between 0 and 30),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
select tenant_table('catalog_samples');
select open_table('catalog_samples');
