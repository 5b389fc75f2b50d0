-- When a customer had confirmed an event before it was moved out of a closure or an absence, so that it comes back as it was.
alter table calendar_events add column displaced_confirmed_at timestamptz;
