-- A contract holds its cars without expiry; the cars that it takes in are expected from its approval on.
alter table used_cars
  add column reserved_contract bigint,
  add foreign key (company_id, reserved_contract) references contracts (company_id, id);
alter table new_cars
  add column reserved_contract bigint,
  add foreign key (company_id, reserved_contract) references contracts (company_id, id);
create index used_cars_reserved_contract on used_cars (company_id, reserved_contract) where reserved_contract is not null;
create index new_cars_reserved_contract on new_cars (company_id, reserved_contract) where reserved_contract is not null;
alter table contracts
  add column scheduled_car_ids bigint[] not null default '{}',
  -- VAT shown to the customer, and VAT that the margin scheme owes; net of them the price is the company's.
  add column vat bigint not null default 0,
  add column margin_vat bigint not null default 0;
