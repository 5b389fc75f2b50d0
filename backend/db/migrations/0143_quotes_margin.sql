-- The list of quotes in the order of their margin, and those at a loss.
create index quotes_margin on quotes (company_id, margin, id) where not superseded;
