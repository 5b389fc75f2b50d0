-- An offer is history once its revision is issued, not once somebody begins to write one (domain.md §5.1).
alter table quotes no force row level security;
update quotes q set superseded = false where superseded and exists (select from quotes d where d.company_id = q.company_id
  and d.root_id = q.root_id and d.revision = q.revision + 1 and d.state = 'draft');
alter table quotes force row level security;
