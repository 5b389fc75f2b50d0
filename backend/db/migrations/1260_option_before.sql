-- The option that a seller had given by hand before an accepted quote held the car: it comes back when the quote lets go.
alter table used_cars add column reserved_before jsonb check (reserved_before is null or jsonb_typeof(reserved_before) = 'object');
alter table new_cars add column reserved_before jsonb check (reserved_before is null or jsonb_typeof(reserved_before) = 'object');
