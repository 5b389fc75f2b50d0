-- Everybody who has ever answered for the token of another system: each of them may still know its secret, so what it
-- does counts as theirs wherever a second person is asked for.
alter table users add column answered_by bigint[] not null default '{}';
alter table users no force row level security;
update users set answered_by = array_remove(array[created_by, taken_from], null) where service;
alter table users force row level security;
