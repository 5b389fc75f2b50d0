-- A step that was taken back stays in the history of its record, and no figure counts it.
alter table state_changes add column undone boolean not null default false;
grant update (undone) on state_changes to app_rw;
drop index state_changes_record;
create index state_changes_record on state_changes (company_id, entity, record_id, id) include (to_state, at, undone);
