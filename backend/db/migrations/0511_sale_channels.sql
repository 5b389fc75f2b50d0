-- The channel of a sale (specification §3): to a customer, of the company's own Km 0 and Demo cars, to a trader. A used car's own channel
-- stays retail or b2b.
alter table new_cars drop constraint new_cars_sale_channel_check;
alter table new_cars add constraint new_cars_sale_channel_check check (sale_channel in ('retail', 'business', 'b2b'));

alter table quotes add column sale_channel text not null default 'retail' check (sale_channel in ('retail', 'business'));
update quotes q set sale_channel = 'business' from used_cars c
  where c.company_id = q.company_id and c.id = q.stock_id and c.purchase_type in ('km0', 'demo');
