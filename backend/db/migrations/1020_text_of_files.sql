-- Words of the text of a file's current version: files are found by what stands in them.
alter table files add column words text[] not null default '{}';
create or replace view files_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word from files t, unnest(words_of(t.name) || t.words) word where word <> '';
