-- A car that a deleted contract held is free.
alter table used_cars
  drop constraint used_cars_company_id_reserved_contract_fkey,
  add foreign key (company_id, reserved_contract) references contracts (company_id, id) on delete set null (reserved_contract);
alter table new_cars
  drop constraint new_cars_company_id_reserved_contract_fkey,
  add foreign key (company_id, reserved_contract) references contracts (company_id, id) on delete set null (reserved_contract);
