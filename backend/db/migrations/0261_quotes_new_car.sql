-- A quote may be for one very car of the new stock: its version and options are the car's.
alter table quotes
  add column new_car_id bigint,
  add check (new_car_id is null or stock_id is null),
  add foreign key (company_id, new_car_id) references new_cars (company_id, id);
create index quotes_new_car on quotes (company_id, new_car_id, id) where new_car_id is not null;
