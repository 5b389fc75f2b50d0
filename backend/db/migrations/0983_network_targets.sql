-- How many cars the manufacturer expects a company of its network to sell in a month, by year: rows of company 10, so no dealer reads
-- them. They lie where its own rows do and not whole on every node, because who writes them has asked every company before.
create table network_target_years (
  company_id int not null references companies,
  year int not null check (year between 2000 and 2100),
  version int not null default 1,
  updated_at timestamptz not null,
  primary key (company_id, year)
);
create table network_targets (
  company_id int not null,
  year int not null,
  dealer_id int not null,
  month int not null check (month between 1 and 12),
  amount int not null check (amount between 0 and 100000),
  primary key (company_id, year, dealer_id, month),
  foreign key (company_id, year) references network_target_years
);
select tenant_table('network_target_years');
select tenant_table('network_targets');
select open_table('network_target_years');
select open_table('network_targets');
