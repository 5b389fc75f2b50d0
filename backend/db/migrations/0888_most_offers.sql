-- The highest purchase price by the company's settings of the day on which a valuation was offered, VAT included; null: without a
-- retail price nobody knows it.
alter table valuations add column most_offer bigint;
create index valuations_offered on valuations (company_id, offered_at) where offered_at is not null;
