-- Every price that a new car had, from when it was set, as used cars have them.
create table new_car_prices (
  company_id int not null,
  id bigint generated always as identity,
  car_id bigint not null,
  at timestamptz not null,
  -- Null: nobody's request set it, or it is not known who did.
  user_id bigint,
  price bigint,
  b2b_price bigint,
  min_price bigint,
  primary key (company_id, id),
  foreign key (company_id, car_id) references new_cars (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index new_car_prices_car on new_car_prices (company_id, car_id, id);
-- What is asked now is known since the car was written last.
alter table new_cars no force row level security;
insert into new_car_prices (company_id, car_id, at, price, b2b_price, min_price)
  select company_id, id, updated_at, price, b2b_price, min_price from new_cars where num_nonnulls(price, b2b_price, min_price) > 0;
alter table new_cars force row level security;
select tenant_table('new_car_prices');
