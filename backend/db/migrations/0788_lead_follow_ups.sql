-- A lost lead may be taken up again on a day (domain.md §4.3, L6); an action keeps the company's reason, also where the lead stays open.
alter table leads add column follow_up_on date check (follow_up_on is null or state = 'closed');
create index leads_follow_up on leads (company_id, follow_up_on) where follow_up_on is not null;
alter table lead_actions add column reason_id bigint,
  add foreign key (company_id, reason_id) references move_reasons (company_id, id);
insert into move_reasons (company_id, entity, move, label, place, needs_note)
  select own.company_id, 'lead', 'fail', first.label, first.place, first.label = 'Altro'
  from (select distinct company_id from move_reasons where entity = 'lead') own,
    (values ('Finanziamento rifiutato', 0), ('Prezzo', 1), ('Valutazione dell’usato', 2), ('Tempi di consegna', 3), ('Altro', 4)) first (label, place);
