-- The calendar of a test-drive car finds its car of the stock by the plate.
create index new_cars_plate on new_cars (company_id, plate_key) where plate_key <> '';
