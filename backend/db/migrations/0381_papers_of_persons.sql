-- The person whom a paper names was erased while the car was in stock: the paper goes when the car does.
alter table car_papers add column leaves_with_car boolean not null default false;
