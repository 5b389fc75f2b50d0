-- For how many days from its own on an edition leaves issued quotes, and drafts, the list before it.
alter table catalog_editions add column issued_days int not null default 0
  constraint catalog_editions_issued_days_check check (issued_days between 0 and 90);
alter table catalog_editions add column draft_days int not null default 0
  constraint catalog_editions_draft_days_check check (draft_days between 0 and 90);
