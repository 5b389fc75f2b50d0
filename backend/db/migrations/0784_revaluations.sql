-- The day on which a car taken in was last valued anew, and the addenda that were attached before it: they say another value.
alter table contracts
  add column revalued_on date,
  add column past_addenda jsonb not null default '[]';
