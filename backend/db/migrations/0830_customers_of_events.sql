-- What the customer of an appointment said by their link and was told of it.
alter table calendar_events
  add column confirmed_at timestamptz,
  -- The start and the people that the customer was told of last; null: nothing.
  add column told jsonb,
  -- When it is looked at whether there is something to tell: after what was done by mistake could be taken back.
  add column tell_at timestamptz;
create index calendar_events_tell on calendar_events (company_id, tell_at) where tell_at is not null;
