-- What colleagues write to each other at a record. Nobody changes or deletes a comment; erasing a person empties its text.
create table comments (
  company_id int not null references companies,
  id bigint generated always as identity,
  entity text not null,
  record_id bigint not null,
  user_id bigint not null,
  text text not null check (char_length(text) <= 4000),
  mentions bigint[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index comments_record on comments (company_id, entity, record_id, id desc);
select tenant_table('comments');
