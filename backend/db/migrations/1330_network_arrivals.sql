-- Files of the network come in pieces, too: they stand in a folder by its name, not in one of a company's.
alter table file_arrivals
  alter column folder_id drop not null,
  add column folder text,
  add constraint file_arrivals_folder check ((folder_id is null) <> (folder is null));

-- The manufacturer's own are no dealer's: its calls write them, as they write its uploads.
alter policy tenant on file_arrivals
  using (company_id = app_company() and (app_unscoped() or company_id = 10))
  with check (company_id = app_company() and (app_unscoped() or company_id = 10));

-- Their row comes when their bytes are there; what was cut off before this is deleted as all that nobody names.
alter table unnamed_files no force row level security;
alter table network_files no force row level security;
insert into unnamed_files (company_id, file_key, created_at)
  select 10, k.key, now() from network_files n, lateral (values (n.file_key), (n.preview_key)) k (key)
  where n.ready_at is null and k.key is not null;
delete from network_files where ready_at is null;
alter table unnamed_files force row level security;
alter table network_files force row level security;
alter table network_files alter column ready_at set not null;
