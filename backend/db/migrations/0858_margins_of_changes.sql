-- A margin that changes after the end of a month changes its figure, too; null: unknown, as of all entries until now.
alter table contract_changes add column margin_before bigint;
alter table contract_changes add column margin_after bigint;
alter table contract_changes drop constraint contract_changes_what_check;
alter table contract_changes add constraint contract_changes_what_check
  check (what in ('entered', 'undone', 'canceled', 'moved', 'amount', 'margin'));
