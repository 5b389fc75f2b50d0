-- What the manufacturer has changed itself is told where it is looked at, in its own scope, too: of no other company a scope reads
-- any fact of the audit.
drop policy tenant on audit_facts;
create policy tenant on audit_facts for select using (company_id = app_company() and (app_unscoped() or company_id = 10));
