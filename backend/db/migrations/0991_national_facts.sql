-- National fiscal values, and what new companies begin with, are dated rows of the manufacturer that every company reads.
alter policy network on params
  using (company_id = 10 and (key = 'provinces.rules' or key like 'national.%' or key like 'starter.%'));

-- Whom a change of national values touches, as each company tells it: which values it has of its own (`tyre_fee`, `provinces.MI`),
-- and how many open drafts. No value, no person.
create table network_own_values (
  company_id int not null references companies,
  keys text[] not null,
  drafts int not null,
  primary key (company_id)
);
select tenant_table('network_own_values');
select open_table('network_own_values');
create policy network on network_own_values for select using (app_setting('scope') = 'fms');

alter table params no force row level security;
alter table quotes no force row level security;
alter table network_own_values no force row level security;
insert into network_own_values (company_id, keys, drafts)
  select company_id, '{}', count(*) from quotes where state = 'draft' group by company_id;
insert into network_own_values (company_id, keys, drafts)
  select company_id, array_agg(distinct substr(key, 8)), 0 from params where key like 'fiscal.%' group by company_id
  on conflict (company_id) do update set keys = excluded.keys;
alter table params force row level security;
alter table quotes force row level security;
alter table network_own_values force row level security;
