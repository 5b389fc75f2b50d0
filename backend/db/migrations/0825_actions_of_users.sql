-- What a person did today is counted while their queue is open.
create index lead_actions_by on lead_actions (company_id, user_id, at) where user_id is not null;
