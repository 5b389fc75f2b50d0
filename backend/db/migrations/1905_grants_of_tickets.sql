-- From which of the company's tickets an access was asked for, and who ended it, by the name of then: company or asker; nobody where a suspension did.
alter table access_grants add column ticket_id bigint;
alter table access_grants add column ender text;
alter table access_grants no force row level security;
update access_grants set ticket_id = substring(reason from '^Per il ticket n\. (\d{1,15})(?:\D|$)')::bigint
  where reason ~ '^Per il ticket n\. \d{1,15}(\D|$)';
alter table access_grants force row level security;
