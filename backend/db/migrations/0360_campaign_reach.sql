-- For which cars and customers a campaign is, whether it goes together with others, and where its rules are read (domain.md §2.21).
alter table campaigns
  -- Versions that are in any of these baskets, the manufacturer's or the company's own; none: all.
  add column basket_ids bigint[] not null default '{}',
  -- Sales that it is for: to customers, of the company's Km0 and demo cars, to traders; null: all.
  add column channels text[] check (cardinality(channels) > 0 and channels <@ '{retail,business,b2b}'),
  add column customer_types text[] check (cardinality(customer_types) > 0 and customer_types <@ '{private,vat,fleet}'),
  -- False: its incentives do not count with those of another campaign.
  add column stackable boolean not null default true,
  add column document_url text check (document_url ~ '^https://[^[:space:]]+$' and length(document_url) <= 500);
