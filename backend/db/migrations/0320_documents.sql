-- A customer's papers end one by one: the day is the first on which the last paper of a kind ends. Before, a passport hid a licence that had ended.
create function first_end(rows jsonb, kind text, key text) returns text language sql immutable parallel safe as
  $$ select min(last) from (select max(nullif(one ->> key, '')) as last from jsonb_array_elements(rows) one group by one ->> kind) of_kind $$;
alter table customers drop column document_until;
alter table customers add column document_until text generated always as (first_end(documents, 'kind', 'expiresOn')) stored;
create index customers_document on customers (company_id, document_until) where document_until is not null;

-- Which customers name a scan: asked when one of them lets it go.
create index customers_documents on customers using gin (documents jsonb_path_ops) where documents <> '[]';
