-- Citus writes the policies of a distributed table anew on its shards, when it is spread and whenever a shard moves, and leaves
-- `as restrictive` out (13.2.2, CreatePolicyCommandForPolicy): `shut` opened there what it should shut, to every company. So no policy
-- is restrictive any more; what `shut` said stands in `tenant` itself.
create or replace function tenant_table(name regclass) returns void language plpgsql as $$ begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('drop policy if exists tenant on %s', name);
  execute format('create policy tenant on %s using (company_id = app_company() and app_unscoped()) '
    'with check (company_id = app_company() and app_unscoped())', name);
end $$;

create or replace function open_table(name regclass) returns void language plpgsql as $$ begin
  execute format('alter policy tenant on %s using (company_id = app_company()) with check (company_id = app_company())', name);
end $$;

do $$ declare it record; begin
  for it in
    select tablename as name, own.qual, own.with_check, shut.qual as open, coalesce(shut.with_check, shut.qual) as open_check
    from pg_policies own join pg_policies shut using (schemaname, tablename)
    where schemaname = 'public' and own.policyname = 'tenant' and shut.policyname = 'shut' and shut.cmd = 'ALL' order by 1
  loop
    execute format('alter policy tenant on %I using ((%s) and (%s)) with check ((%s) and (%s))',
      it.name, it.qual, it.open, it.with_check, it.open_check);
    execute format('drop policy shut on %I', it.name);
  end loop;
end $$;

-- Requests may erase facts, never change them; whoever enters by a door leaves a trace that they cannot read.
drop policy shut on audit_facts;
drop policy erase on audit_facts;
drop policy tenant on audit_facts;
create policy tenant on audit_facts for select using (company_id = app_company() and app_unscoped());
create policy write on audit_facts for insert with check (company_id = app_company());
create policy erase on audit_facts for update using (company_id = app_company())
  with check (company_id = app_company() and facts is null and salt is null);
create policy remove on audit_facts for delete using (company_id = app_company());
