-- What moves of a used car ask for: when a restored car is ready, how long a service car is insured, the kilometres of its service.
alter table used_cars
  add column ready_on date,
  add column insured_until date,
  add column service_start_km int check (service_start_km >= 0),
  add column service_end_km int check (service_end_km >= 0);

-- Cars that are expected are not published any more.
update params set value = value - 'scheduled' where key = 'stock.feedStates' and jsonb_typeof(value) = 'array';
