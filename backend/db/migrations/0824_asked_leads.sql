-- When the person asked, where the source says it: what is old is spread over the days to come.
alter table leads add column asked_at timestamptz;
