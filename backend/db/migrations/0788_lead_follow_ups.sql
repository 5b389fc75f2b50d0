-- A lost lead may be taken up again on a day (domain.md §4.3, L6); an action keeps the company's reason, also where the lead stays open.
alter table leads add column follow_up_on date check (follow_up_on is null or state = 'closed');
create index leads_follow_up on leads (company_id, follow_up_on) where follow_up_on is not null;
alter table lead_actions add column reason_id bigint,
  add foreign key (company_id, reason_id) references move_reasons (company_id, id);

do $$ declare company int; begin
  perform set_config('app.scope', 'fms', true);
  for company in select company_id from companies loop
    perform set_config('app.company_id', company::text, true);
    insert into move_reasons (company_id, entity, move, label, place, needs_note, created_at)
      select company, 'lead', 'fail', label, place - 1, label = 'Altro', now()
      from unnest(array['Finanziamento rifiutato', 'Prezzo', 'Valutazione dell’usato', 'Tempi di consegna', 'Altro']) with ordinality first (label, place)
      where exists (select from move_reasons r where r.company_id = company and r.entity = 'lead');
  end loop;
end $$;
