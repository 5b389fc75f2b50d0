-- Whose a token of another system was, and what it might do, before a colleague took it over: for the blocking that is taken back at once.
alter table users
  add column taken_from bigint,
  add column taken_scopes int[],
  add foreign key (company_id, taken_from) references users (company_id, id);
