-- How a message was written, and which question of the customer it answers.
alter table messages
  add column channel text not null default 'mail' check (channel in ('mail', 'whatsapp', 'page')),
  add column answers bigint,
  add foreign key (company_id, answers) references messages (company_id, id);
create index messages_answers on messages (company_id, answers) where answers is not null;

alter table messages no force row level security;
update messages set channel = 'page' where direction = 'in';
alter table messages force row level security;
