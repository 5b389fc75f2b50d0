-- Used cars that came from another system's file in the state that it said: what an arrival asks for is wanted at the
-- next move (domain.md §4.4).
alter table used_cars add column imported boolean not null default false;
