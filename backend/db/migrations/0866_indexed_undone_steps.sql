-- Beside the old index until 0868, so that nobody who reads waits for it.
create index state_changes_record_next on state_changes (company_id, entity, record_id, id) include (to_state, at, undone);
