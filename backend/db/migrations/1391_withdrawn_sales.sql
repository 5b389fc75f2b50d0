-- A sale counts no more from its customer's withdrawal on: what that changes of months that are over is kept under its name.
alter table contract_changes drop constraint contract_changes_what_check;
alter table contract_changes add constraint contract_changes_what_check
  check (what in ('entered', 'undone', 'canceled', 'withdrawn', 'moved', 'amount', 'person', 'margin'));
