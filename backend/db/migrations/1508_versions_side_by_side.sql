-- Processes of the version before go on for a while beside the new ones.
-- What is due of these contracts was to be written anew, but its rows of before are still there and would count beside what is
-- reckoned meanwhile; and the version before would write them as it knows. They count as they are until the new version's job comes.
alter table contracts add column dues_stale boolean not null default false;
alter table contracts no force row level security;
alter table contract_dues no force row level security;
update contracts c set has_dues = true, dues_stale = true
  where not has_dues and exists (select from contract_dues d where d.company_id = c.company_id and d.contract_id = c.id);
alter table contracts force row level security;
alter table contract_dues force row level security;
drop index contracts_without_dues;
create index contracts_without_dues on contracts (company_id, id) where not has_dues or dues_stale;
