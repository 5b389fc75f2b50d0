-- An import asks with each chunk of its rows which customers were merged: few of all that a company has.
create index customers_merged_away on customers (company_id, id) where merged_into is not null;
