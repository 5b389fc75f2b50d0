-- How a contact with a lead came about that nobody logged: a message that was written here, or a visit. Null: somebody logged the
-- action, such as a call.
alter table lead_actions add column channel text check (channel in ('message', 'visit'));

alter table lead_actions no force row level security;
alter table messages no force row level security;
-- A message and its action have the same instant, that of their transaction.
update lead_actions a set channel = case when a.note = 'È venuto in sede' then 'visit' else 'message' end
  where a.type = 'in_progress' and a.result = 'success' and (a.note = 'È venuto in sede' or exists (select from messages m
    where m.company_id = a.company_id and m.entity = 'lead' and m.record_id = a.lead_id and m.direction = 'out' and m.created_at = a.at));
alter table lead_actions force row level security;
alter table messages force row level security;
