-- A private link may be good for so many uses, and for files of one purpose: a phone sends them to the person who made it.
alter table links
  add column uses_left int check (uses_left >= 0),
  add column upload_purpose text;
alter table uploads
  add column link_id bigint,
  add foreign key (company_id, link_id) references links (company_id, id);
create index uploads_link on uploads (company_id, link_id) where link_id is not null;
