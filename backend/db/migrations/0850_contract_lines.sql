-- The facts of a sale beside its car, one row each, written with each economic version: figures read these, never the snapshot.
create table contract_lines (
  company_id int not null references companies,
  id bigint generated always as identity,
  contract_id bigint not null,
  kind text not null check (kind in ('incentive', 'plan', 'policy', 'service', 'accessory', 'warranty')),
  -- Type of the incentive, plan, policy or service, or kind of the warranty; empty for an accessory.
  type text not null,
  -- Who pays the incentive, lends, insures, or sells the service.
  party text not null,
  name text not null,
  item_id bigint,
  -- The campaign of an incentive may be the manufacturer's.
  campaign_company_id int,
  campaign_id bigint,
  campaign text,
  -- With and without VAT and taxes; what payer, lender or insurer pay for it, and its cost, net.
  amount bigint not null,
  net bigint not null,
  earned bigint,
  cost bigint,
  months int,
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade
);
-- Figures of a kind read the rows of the contracts of some days, or all of the kind, from the index alone.
create index contract_lines_counted on contract_lines (company_id, contract_id, kind)
  include (type, party, campaign_id, amount, net, earned, cost, months);
select tenant_table('contract_lines');

-- A wholesale contract has many cars; net revenue and days in stock (of all its cars that were in stock) are unknown at first.
alter table contracts
  add column pieces int not null default 1,
  add column net_revenue bigint,
  add column stock_days int,
  -- Whether lines, pieces and net revenue are written: a job fills in those of contracts made before them.
  add column has_facts boolean not null default false;
create index contracts_without_facts on contracts (company_id, id) where not has_facts;

-- Figures of some days are counted by these indexes alone: with who sees them, where they belong, and what is added up.
drop index contracts_signed;
drop index contracts_approved;
drop index contracts_billed;
drop index contracts_registered;
drop index contracts_delivered;
create index contracts_signed on contracts (company_id, signed_on)
  include (canceled_at, location_id, seller_id, partner_id, state, kind, channel, total, net_revenue, margin_second, pieces, financed)
  where signed_on is not null;
create index contracts_approved on contracts (company_id, approved_on)
  include (canceled_at, location_id, seller_id, partner_id, state, kind, channel, total, net_revenue, margin_second, pieces, financed)
  where approved_on is not null;
create index contracts_billed on contracts (company_id, billed_on)
  include (canceled_at, location_id, seller_id, partner_id, state, kind, channel, total, net_revenue, margin_second, pieces, financed)
  where billed_on is not null;
create index contracts_registered on contracts (company_id, registered_on)
  include (canceled_at, location_id, seller_id, partner_id, state, kind, channel, total, net_revenue, margin_second, pieces, financed)
  where registered_on is not null;
create index contracts_delivered on contracts (company_id, delivered_on)
  include (canceled_at, location_id, seller_id, partner_id, state, kind, channel, total, net_revenue, margin_second, pieces, financed)
  where delivered_on is not null;
