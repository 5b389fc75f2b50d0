-- How many files each folder has is counted in the index alone.
create index files_folders on files (company_id, folder_id) where deleted_at is null;
