-- A quote that nobody answers lapses without a step: the network counts it among what is open until its last day.
alter table network_facts add column lapses_on date;
alter table network_facts no force row level security;
alter table quotes no force row level security;
update network_facts f set lapses_on = q.expires_on from quotes q
where q.company_id = f.company_id and coalesce(q.root_id, q.id) = f.record_id and f.entity = 'quote' and f.state = 'issued'
  and f.until is null and q.state = 'issued' and not q.superseded;
alter table network_facts force row level security;
alter table quotes force row level security;
