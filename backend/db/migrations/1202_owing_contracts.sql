-- What is late and what goes back is asked for with every dashboard of the back office: the few contracts that owe it.
create index contracts_owed on contracts (company_id, id) where received < total and canceled_at is null and withdrawn_at is null;
create index contracts_owing_back on contracts (company_id, id)
  where received > total or canceled_at is not null or withdrawn_at is not null;
