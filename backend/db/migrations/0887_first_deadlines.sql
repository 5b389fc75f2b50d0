-- By when a lead was to be answered first: the deadline of today moves on with each action, and says nothing of the first one.
-- Null: it was old when it came, or nobody knows any more.
alter table leads add column first_due timestamptz;

alter table leads no force row level security;
alter table lead_actions no force row level security;
-- The first response says what was planned when it was given.
update leads t set first_due = case when t.first_at is null then t.next_at
    else (select a.planned_for from lead_actions a where a.company_id = t.company_id and a.lead_id = t.id and a.at = t.first_at
      order by a.id limit 1) end
  where t.asked_at is null and t.parked_until is null and (t.first_at is not null or t.state = 'to_handle');
alter table leads force row level security;
alter table lead_actions force row level security;
