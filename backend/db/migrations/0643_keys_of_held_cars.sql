-- A cluster sets no part of a key to null that names the company (0580). Contracts are not deleted, so nothing did.
alter table used_cars drop constraint used_cars_company_id_reserved_contract_fkey;
alter table used_cars add foreign key (company_id, reserved_contract) references contracts (company_id, id);
alter table new_cars drop constraint new_cars_company_id_reserved_contract_fkey;
alter table new_cars add foreign key (company_id, reserved_contract) references contracts (company_id, id);
