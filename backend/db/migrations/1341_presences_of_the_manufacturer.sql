-- The manufacturer's own people see who of them changes a version; those of dealers stay shut to its scopes.
alter policy tenant on presences using (company_id = app_company() and (app_unscoped() or company_id = 10))
  with check (company_id = app_company() and (app_unscoped() or company_id = 10));
