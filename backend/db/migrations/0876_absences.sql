-- Whose an event was before a colleague stood in for somebody absent: its calendars, so that it can be given back.
alter table calendar_events add column displaced_ids bigint[];
create index calendar_events_absences on calendar_events (company_id, ends_at) where kind = 'absence' and ended_as is null;

-- The reason of an absence is read by few, so nobody finds it by its words.
create or replace view calendar_events_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word
  from calendar_events t left join customers c on c.company_id = t.company_id and c.id = t.customer_id,
    unnest(words_of(concat_ws(' ', t.title, c.name))) word
  where word <> '' and not t.is_private and t.kind <> 'absence';

alter table search_words no force row level security;
alter table calendar_events no force row level security;
delete from search_words w using calendar_events e
  where w.kind = 'calendarEvents' and e.company_id = w.company_id and e.id = w.record_id and e.kind = 'absence';
alter table search_words force row level security;
alter table calendar_events force row level security;
