-- What each car that is taken in was worth when the contract was validated; a higher value since then waits for a second person. Null:
-- not validated, or as it stands.
alter table contracts
  add column validated_values jsonb,
  add column raised boolean not null default false;
create index contracts_raised on contracts (company_id, created_at desc, id desc) where raised;

-- What was valued anew after the approval was validated as agreed.
alter table contracts no force row level security;
update contracts set validated_values = jsonb_path_query_array(agreed_trade_ins, '$[*].valuation') where revalued_on is not null;
alter table contracts force row level security;
