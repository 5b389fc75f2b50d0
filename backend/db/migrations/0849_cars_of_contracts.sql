-- A new car that stands in the stock only because this contract asks for it: nobody has ordered it from the maker yet, so it goes when
-- the contract takes another one or ends. Null: ordered in its own right.
alter table new_cars add column ordered_for bigint;
alter table new_cars
  add foreign key (company_id, ordered_for) references contracts (company_id, id);
create index new_cars_ordered_for on new_cars (company_id, ordered_for) where ordered_for is not null;

-- Those that were made together with their contract.
alter table new_cars no force row level security;
alter table contracts no force row level security;
update new_cars n set ordered_for = c.id from contracts c
  where c.company_id = n.company_id and c.id = n.reserved_contract and c.created_at = n.created_at and n.state = 'ordered';
alter table new_cars force row level security;
alter table contracts force row level security;
