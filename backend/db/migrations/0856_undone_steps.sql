-- A step that was taken back stays in the history of its record, and no figure counts it.
alter table state_changes add column undone boolean not null default false;
grant update (undone) on state_changes to app_rw;
