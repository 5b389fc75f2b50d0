-- The used cars that were sold in a week, among those of many years.
create index used_cars_sold on used_cars (company_id, sold_on) where sold_on is not null;
