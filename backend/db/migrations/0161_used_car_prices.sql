-- Every price that a used car had, from when it was set: price cuts and what they did are read from here.
create table used_car_prices (
  company_id int not null,
  id bigint generated always as identity,
  car_id bigint not null,
  at timestamptz not null,
  -- Null: nobody's request set it, or it is not known who did.
  user_id bigint,
  retail_price bigint,
  b2b_price bigint,
  min_price bigint,
  primary key (company_id, id),
  foreign key (company_id, car_id) references used_cars (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index used_car_prices_car on used_car_prices (company_id, car_id, id);
select tenant_table('used_car_prices');
