-- The manufacturer finds versions by name and code (Ctrl+K). Their words are its own: dealers find cars by their quotes.
create view versions_words with (security_invoker = true) as
  select 10::bigint as company_id, v.id as record_id, word from versions v
    join models o on o.id = v.model_id join makers m on m.id = o.maker_id,
    unnest(words_of(concat_ws(' ', m.name, o.name, v.name, v.code)) || code_words(v.code)) word where word <> '';

alter table search_words no force row level security;
insert into search_words (company_id, kind, record_id, word)
  select distinct w.company_id, 'versions', w.record_id, w.word from versions_words w
  where exists (select from companies c where c.company_id = 10);
alter table search_words force row level security;
