-- Orders and views in which a company of 200,000 contracts is looked at: the dearest, the longest in their state, the cancelled and the
-- incomplete ones, which are few among many.
create index contracts_total on contracts (company_id, total desc, id desc);
create index contracts_since on contracts (company_id, since desc, id desc);
create index contracts_canceled on contracts (company_id, created_at desc, id desc) where canceled_at is not null;
create index contracts_lacking on contracts (company_id, created_at desc, id desc) where cardinality(lacking) > 0 and canceled_at is null;
