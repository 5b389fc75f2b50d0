-- Leads also come as ADF documents and as mails; a byte of those is a character here.
alter table lead_intakes add column format text not null default 'json' check (format in ('json', 'adf', 'mail'));
create index lead_intakes_unread on lead_intakes (company_id, id)
  where lead_id is null and why is null and settled_at is null;
