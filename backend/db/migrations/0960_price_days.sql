-- The day whose list of the catalogue prices a quote, and since when it does: an edition may come into force on the same day.
alter table quotes add column price_day date not null default (now() at time zone 'Europe/Rome')::date;
alter table quotes add column priced_at timestamptz not null default now();
alter table quotes no force row level security;
update quotes set price_day = (coalesce(issued_at, updated_at) at time zone 'Europe/Rome')::date, priced_at = coalesce(issued_at, updated_at);
alter table quotes force row level security;
