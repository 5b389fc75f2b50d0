-- What somebody of a company shows the manufacturer on purpose though it may say who a person is: the text of a message as it was
-- typed, and files. Messages themselves keep the covered text; this goes a month after the ticket was closed.
create table ticket_disclosures (
  company_id int not null references companies,
  ticket_id bigint not null,
  message_id bigint not null,
  id bigint generated always as identity,
  text text check (length(text) <= 4000),
  upload_id bigint,
  primary key (company_id, ticket_id, id),
  foreign key (company_id, ticket_id, message_id) references ticket_messages (company_id, ticket_id, id) on delete cascade,
  foreign key (company_id, upload_id) references uploads (company_id, id),
  check ((text is null) <> (upload_id is null))
);
select tenant_table('ticket_disclosures');
alter policy shut on ticket_disclosures using (app_unscoped() or app_setting('scope') = 'door')
  with check (app_unscoped());

-- Which uploads the manufacturer may open in a door, as the company's own transaction said when it held them.
alter table uploads add column for_network boolean not null default false;
alter policy shut on uploads using (app_unscoped() or (app_setting('scope') = 'door' and for_network))
  with check (app_unscoped());

-- A question that came from the chat, by the mark of its signature: the same message asks once.
alter table tickets add column chat_mark text check (length(chat_mark) <= 64);
create unique index tickets_chat on tickets (company_id, chat_mark) where chat_mark is not null;
