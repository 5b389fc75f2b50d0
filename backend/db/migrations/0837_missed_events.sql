-- Whose fault it is that an appointment was not held, whether another one is still to be taken in its place, and from when
-- an event was moved out of a closure (domain.md §1.9).
alter table calendar_events drop constraint calendar_events_ended_as_check,
  add constraint calendar_events_ended_as_check check (ended_as in ('canceled', 'missed', 'host_missed')),
  -- Of a missed one: due, until another one is taken (done) or nobody wants one (declined).
  add column rebook text check (rebook in ('due', 'done', 'declined')),
  -- Where it was before it was moved out of a closure; null again after any other move.
  add column displaced_from timestamptz;
create index calendar_events_rebook on calendar_events (company_id, starts_at, id) where rebook = 'due';

do $$ declare company int; begin
  perform set_config('app.scope', 'fms', true);
  for company in select company_id from companies loop
    perform set_config('app.company_id', company::text, true);
    insert into move_reasons (company_id, entity, move, label, place, needs_note, created_at)
      select company, 'event', 'hostMiss', label, place - 1, label = 'Altro', now()
      from unnest(array['Persona assente', 'Auto non disponibile', 'Dimenticato', 'Altro']) with ordinality first (label, place)
      where exists (select from move_reasons r where r.company_id = company and r.entity = 'event');
  end loop;
end $$;
