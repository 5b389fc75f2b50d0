-- Locations and business centers as lists of records. Hours are rows: [{ "day": "mon", "from": "09:00", "to": "12:30" }].
alter table locations
  add column capacity int,
  -- [{ "from": "2026-08-10", "to": "2026-08-23", "reason": "Ferie" }]
  add column closures jsonb not null default '[]',
  add column open_on_holidays boolean not null default false;
alter table locations no force row level security;
update locations set hours = coalesce((
  select jsonb_agg(jsonb_build_object('day', d.key, 'from', s.span ->> 'from', 'to', s.span ->> 'to')
    order by array_position(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], d.key), s.span ->> 'from')
  from jsonb_each(hours) d, jsonb_array_elements(d.value) s(span)), '[]');
alter table locations force row level security;
alter table locations alter column hours set default '[]';

create view locations_words with (security_invoker = true) as
  select company_id, id as record_id, word from locations, unnest(words_of(concat_ws(' ', name, address, city, cap))) word where word <> '';
create view business_centers_words with (security_invoker = true) as
  select company_id, id as record_id, word from business_centers, unnest(words_of(name)) word where word <> '';
do $$ declare company int; begin
  perform set_config('app.scope', 'fms', true);
  for company in select company_id from companies loop
    perform set_config('app.company_id', company::text, true);
    insert into search_words select distinct company_id, 'locations', record_id, word from locations_words where company_id = company;
    insert into search_words select distinct company_id, 'businessCenters', record_id, word from business_centers_words where company_id = company;
  end loop;
end $$;
