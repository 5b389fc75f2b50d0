-- Used cars in the order of their days in stock and of their margin; what sources answered about a plate, whatever version was meant.
alter table used_cars
  -- Since when the company has owned it in its yard, as `daysOf` of domain/stock/ageing.ts counts.
  add column standing_since date generated always as (case when state in ('acquired', 'restoring', 'service_vehicle') then acquired_on end) stored,
  -- What lists show as its margin: of its sale where it has one, as `marginOfSale` of domain/stock/margin.ts says (22: DEFAULT_TAX_RATE), else of its retail price.
  add column shown_margin bigint generated always as (case
    when sale_price is not null and sale_regime is not null then case
      when state in ('sold', 'delivered') and purchase_cost is null then round(consignment_fee * 100 / 122::numeric) - costs_net
      when sale_regime = 'margin' then sale_price - purchase_cost - costs_gross - round(greatest(sale_price - purchase_cost - costs_gross, 0) * 22 / 122::numeric)
      when sale_regime in ('intra_eu', 'export') then sale_price - round(purchase_cost * 100 / (100 + purchase_tax_rate)) - costs_net
      else round(sale_price * 100 / 122::numeric) - round(purchase_cost * 100 / (100 + purchase_tax_rate)) - costs_net end
    when retail_price is null then null
    when state = 'consignment' then round(consignment_fee * 100 / 122::numeric) - costs_net
    when regime = 'iva_exposed' then round(retail_price * 100 / 122::numeric) - round(purchase_cost * 100 / (100 + purchase_tax_rate)) - costs_net
    else retail_price - purchase_cost - costs_gross - round(greatest(retail_price - purchase_cost - costs_gross, 0) * 22 / 122::numeric)
    end) stored;
create index used_cars_standing on used_cars (company_id, standing_since, id) where archived_at is null;
create index used_cars_margin on used_cars (company_id, shown_margin, id) where archived_at is null;

alter table quotations add column plate_key text not null generated always as (split_part(key, '|', 1)) stored;
create index quotations_of_plate on quotations (company_id, plate_key, asked_at desc) where question <> 'plate' and plate_key <> '';
