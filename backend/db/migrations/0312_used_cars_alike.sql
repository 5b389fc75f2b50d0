-- Cars of the stock that are alike, among which the price of one has its place.
create index used_cars_alike on used_cars (company_id, lower(maker), lower(model), km) include (retail_price, registered_on, state)
  where archived_at is null and retail_price is not null;
