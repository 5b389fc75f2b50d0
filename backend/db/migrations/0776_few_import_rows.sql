-- A page that follows an import asks every half second for the rows to correct and for the totals: few among many.
create index import_rows_refused on import_rows (company_id, import_id, worksheet, row) where outcome = 'refused';
create index import_rows_totals on import_rows (company_id, import_id, worksheet, row) where part = 'total';
