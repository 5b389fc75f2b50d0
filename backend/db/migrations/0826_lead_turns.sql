-- Whose turn it is counts today's leads of each person, and the board shows what was closed lately.
create index leads_turns on leads (company_id, assignee_id, received_at);
create index leads_closed on leads (company_id, closed_on) where closed_on is not null;
