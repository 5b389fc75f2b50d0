-- A car whose sale says no regime of its own is sold in the car's: its margin is that of its sale all the same.
drop index used_cars_margin;
alter table used_cars drop column shown_margin;
alter table used_cars
  -- What lists show as its margin, as `marginOfSale` and `marginOf` of domain/stock/margin.ts say (22: DEFAULT_TAX_RATE); null where it is not known.
  add column shown_margin bigint generated always as (case
    when coalesce(sale_price, retail_price) is null then null
    when state = 'consignment' or (state in ('sold', 'delivered') and purchase_cost is null)
      then round(consignment_fee * 100 / 122::numeric) - costs_net
    when sale_price is not null and sale_regime in ('intra_eu', 'export')
      then sale_price - round(purchase_cost * 100 / (100 + purchase_tax_rate)) - costs_net
    when case when sale_price is not null and sale_regime is not null then sale_regime = 'margin' else regime <> 'iva_exposed' end
      then coalesce(sale_price, retail_price) - purchase_cost - costs_gross
        - round(greatest(coalesce(sale_price, retail_price) - purchase_cost - costs_gross, 0) * 22 / 122::numeric)
    else round(coalesce(sale_price, retail_price) * 100 / 122::numeric) - round(purchase_cost * 100 / (100 + purchase_tax_rate)) - costs_net
    end) stored;
create index used_cars_margin on used_cars (company_id, shown_margin, id) where archived_at is null;
