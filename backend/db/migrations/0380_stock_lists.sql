-- What lists and tiles of the used stock ask for, as columns that follow from the others: no list then reads every car.
alter table used_cars
  -- What lists call the car, for their order by name.
  add column name_key text not null generated always as (maker || ' ' || model || ' ' || version_name) stored,
  -- Cars of a make and model, however they were typed: lower() is not leakproof, so it is no condition of an index under row level security.
  add column alike_key text not null generated always as (lower(maker) || ' ' || lower(model)) stored,
  -- What stays of it at its retail price, as `marginOf` of domain/stock/margin.ts says (22: DEFAULT_TAX_RATE); null where it is not known.
  add column expected_margin bigint generated always as (case
    when retail_price is null then null
    when state = 'consignment' then round(consignment_fee * 100 / 122::numeric) - costs_net
    when regime = 'iva_exposed' then round(retail_price * 100 / 122::numeric) - round(purchase_cost * 100 / (100 + purchase_tax_rate)) - costs_net
    else retail_price - purchase_cost - costs_gross - round(greatest(retail_price - purchase_cost - costs_gross, 0) * 22 / 122::numeric)
    end) stored,
  -- When the first of its papers, its inspection or the owner's mandate ends.
  add column ends_on date generated always as (case
    when state in ('acquired', 'restoring', 'service_vehicle', 'sold') then least(papers_until, inspection_until)
    when state = 'consignment' then least(papers_until, inspection_until, mandate_until) end) stored,
  -- As `missingPapers` of domain/stock/ageing.ts says.
  add column lacks_papers boolean not null generated always as (case
    when state = 'consignment' then not (papers || paper_kinds) @> '{registration,mandate}'
    when state in ('acquired', 'restoring', 'service_vehicle', 'sold') then not (papers || paper_kinds) @> '{registration,invoice}'
      or (purchase_type not in ('km0', 'demo') and not (papers || paper_kinds) @> '{transfer}')
    else false end) stored;

drop index used_cars_alike;
create index used_cars_alike on used_cars (company_id, alike_key, km) include (retail_price, registered_on, state)
  where archived_at is null and retail_price is not null;
create index used_cars_name on used_cars (company_id, name_key, id) where archived_at is null;
create index used_cars_maker on used_cars (company_id, maker, acquired_on, id) where archived_at is null;
-- In the order of the list; cars that earn enough are left out without a look at their rows.
drop index used_cars_acquired;
create index used_cars_acquired on used_cars (company_id, acquired_on, id, expected_margin) where archived_at is null;
-- All that the home of the stock adds up: the rows, of a hundred columns each, are not read.
create index used_cars_figures on used_cars (company_id, state, acquired_on)
  include (archived_at, retail_price, purchase_cost, costs_gross, photos, reserved_until, expected_margin, ends_on, lacks_papers)
  where archived_at is null;
create index used_cars_ends on used_cars (company_id, ends_on) where archived_at is null and ends_on is not null;
create index used_cars_lacking on used_cars (company_id, acquired_on, id) where archived_at is null and lacks_papers;
create index used_cars_unseen on used_cars (company_id, acquired_on, id) where archived_at is null and photos = 0;
