-- The rows of an import that were joined to another are read with each chunk of it.
create index import_rows_joined on import_rows (company_id, import_id, joined_to) where joined_to is not null;
