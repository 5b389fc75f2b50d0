-- Imported customers are found by the address as it is stored, a hundred at a time: without this each hundred read all customers.
create index customers_mail on customers (company_id, email) where email is not null and archived_at is null;
