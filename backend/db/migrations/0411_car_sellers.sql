-- Of whom a car came, where it is one of the customers; `seller` says the name as it was then.
alter table used_cars add column seller_id bigint,
  add foreign key (company_id, seller_id) references customers (company_id, id);
create index used_cars_seller on used_cars (company_id, seller_id) where seller_id is not null;
