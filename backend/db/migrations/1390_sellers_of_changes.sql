-- A contract that passes to a colleague after the end of a month changes what each of them had sold in it. Entries until now have the
-- seller of today, by whom they were read.
alter table contract_changes add column person_before bigint;
alter table contract_changes add column person_after bigint;
alter table contract_changes drop constraint contract_changes_what_check;
alter table contract_changes add constraint contract_changes_what_check
  check (what in ('entered', 'undone', 'canceled', 'moved', 'amount', 'margin', 'person'));
alter table contracts no force row level security;
alter table contract_changes no force row level security;
update contract_changes h set person_before = c.seller_id, person_after = c.seller_id
from contracts c where c.company_id = h.company_id and c.id = h.contract_id;
alter table contracts force row level security;
alter table contract_changes force row level security;
