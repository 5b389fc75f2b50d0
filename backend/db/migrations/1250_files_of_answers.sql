-- Files that the manufacturer sends with an answer, or keeps with a note. The uploads stay its own; the company knows their names and
-- where their bytes are, as it reads no upload of another one.
create table ticket_files (
  company_id int not null references companies,
  ticket_id bigint not null,
  message_id bigint not null,
  upload_id bigint not null,
  name text not null,
  type text not null,
  bytes int not null,
  file_key text not null,
  primary key (company_id, ticket_id, upload_id),
  foreign key (company_id, ticket_id, message_id) references ticket_messages (company_id, ticket_id, id) on delete cascade
);
select tenant_table('ticket_files');
select open_table('ticket_files');
