-- Why cash that reaches the legal limit over several contracts of a customer is no split payment, as the back office says it.
alter table contract_receipts add column other_cause text not null default '';
create index contract_receipts_cash on contract_receipts (company_id, contract_id) where method = 'cash';
