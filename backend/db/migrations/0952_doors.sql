-- The manufacturer sees its network (scope `fms`) or enters one company for one transaction (scope `door`). To both the database shuts
-- every table of a company, but those that are opened by name: what says who somebody is, what was paid and how one gets in stays shut
-- whatever a statement asks for. A new table is shut from its first day.
create or replace function tenant_table(name regclass) returns void language plpgsql as $$ begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('drop policy if exists tenant on %s', name);
  execute format('drop policy if exists shut on %s', name);
  execute format('create policy tenant on %s using (company_id = app_company()) with check (company_id = app_company())', name);
  execute format('create policy shut on %s as restrictive using (app_setting(''scope'') is null)', name);
end $$;

-- Opens a table, which holds no person but the company's own people, to the manufacturer's scopes.
create function open_table(name regclass) returns void language plpgsql as $$ begin
  execute format('drop policy shut on %s', name);
end $$;

do $$ declare name text; begin
  for name in select tablename from pg_policies where schemaname = 'public' and policyname = 'tenant' order by 1 loop
    execute format('create policy shut on %I as restrictive using (app_setting(''scope'') is null)', name);
  end loop;
  foreach name in array array['companies', 'users', 'locations', 'business_centers', 'params', 'param_versions', 'counters',
    'audit_events', 'audit_heads', 'campaigns', 'incentives', 'baskets', 'accessories', 'tyres', 'services', 'insurances', 'plans',
    'layouts', 'layout_versions', 'layout_sections', 'layout_prints', 'network_facts', 'network_uses',
    'network_reader_counts'] loop
    perform open_table(name::regclass);
  end loop;
end $$;

-- What the manufacturer changes is in the company's audit, which it does not read.
drop policy shut on audit_facts;
create policy shut on audit_facts as restrictive for select using (app_setting('scope') is null);

-- Words of lists that hold no person.
drop policy shut on search_words;
create policy shut on search_words as restrictive using (app_setting('scope') is null
  or kind in ('accessories', 'tyres', 'services', 'insurances', 'plans', 'layoutSections'));

-- A call of the manufacturer's own people is kept under the negative number of the person, who is none of the company.
alter table idempotency_keys drop constraint idempotency_keys_company_id_user_id_fkey;
drop policy shut on idempotency_keys;
create policy shut on idempotency_keys as restrictive using (app_setting('scope') is null or user_id < 0 or company_id = 10);
