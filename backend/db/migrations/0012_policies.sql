-- Policies without subqueries: Citus refuses `(select app_company())`. `app_company()` is stable and its body is put into the
-- query: one index condition, or one check before the first row where the query itself names its company.

-- Makes `name`, which has a company_id, a table of which every request sees and writes the rows of its company only.
create function tenant_table(name regclass) returns void language plpgsql as $$ begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('drop policy if exists tenant on %s', name);
  execute format('create policy tenant on %s using (company_id = app_company()) with check (company_id = app_company())', name);
end $$;

-- Makes `name` a table that every company reads and the manufacturer writes.
create function national_table(name regclass) returns void language plpgsql as $$ begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('drop policy if exists read on %s', name);
  execute format('drop policy if exists write on %s', name);
  execute format('create policy read on %s for select using (true)', name);
  execute format('create policy write on %s using (app_company() = 10) with check (app_company() = 10)', name);
end $$;

do $$ declare name text; begin
  foreach name in array array['companies','users','saved_views','audit_events','audit_heads','idempotency_keys','quote_params',
    'incentives','financing_companies','financing_plans','customers','accessories','quotes','quote_numbers','tyres'] loop
    perform tenant_table(name);
  end loop;
  foreach name in array array['makers','models','versions','version_prices','options','version_options','version_option_prices',
    'option_rules','provinces','fiscal_params','releases','notices'] loop
    perform national_table(name);
  end loop;
end $$;

-- Notices may be for some companies only.
alter policy read on notices using (audience is null or app_company() = any (audience));

-- The manufacturer counts users and quotes of the network; it reads no field of them.
alter policy network on companies using (app_setting('scope') = 'fms');
alter policy network on users using (app_setting('scope') = 'fms');
alter policy network on quotes using (app_setting('scope') = 'fms');

alter policy tenant on logins
  using (company_id = app_company() or email = app_setting('login_email')::citext)
  with check (company_id = app_company() or email = app_setting('login_email')::citext);
alter policy tenant on sessions
  using (company_id = app_company() or token_hash = decode(app_setting('token_hash'), 'hex'))
  with check (company_id = app_company() or token_hash = decode(app_setting('token_hash'), 'hex'));
alter policy tenant on password_resets
  using (company_id = app_company() or token_hash = decode(app_setting('reset_hash'), 'hex'))
  with check (company_id = app_company() or token_hash = decode(app_setting('reset_hash'), 'hex'));
