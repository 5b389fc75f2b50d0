-- Private links: who holds the token reads one record without a login. The database keeps its hash alone.
create table links (
  company_id int not null references companies,
  id bigint generated always as identity,
  -- What it opens: `quote`, and of which record.
  purpose text not null,
  record_id bigint not null,
  token_hash bytea not null,
  user_id bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- How often it was opened, visits within half an hour counted as one.
  opened int not null default 0,
  opened_at timestamptz,
  last_opened_at timestamptz,
  primary key (company_id, id),
  constraint links_token unique (company_id, token_hash),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index links_record on links (company_id, purpose, record_id);
select tenant_table('links');

-- What was written to a customer about a record, and what the customer wrote through a link.
create table messages (
  company_id int not null references companies,
  id bigint generated always as identity,
  entity text not null,
  record_id bigint not null,
  direction text not null check (direction in ('in', 'out')),
  -- Out: the address. In: the name that was given.
  address text not null,
  subject text not null default '',
  -- Out: with `{collegamento}` where the private link goes when it is sent; the link itself is never kept.
  body text not null,
  user_id bigint,
  link_id bigint,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  failure text,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, link_id) references links (company_id, id)
);
create index messages_record on messages (company_id, entity, record_id, id);
create index messages_link on messages (company_id, link_id);
select tenant_table('messages');

-- Documents as they were first drawn once their record was final: what was sent is what is read later.
create table documents (
  company_id int not null references companies,
  entity text not null,
  record_id bigint not null,
  file_key text not null,
  -- SHA-256 of the bytes.
  hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (company_id, entity, record_id)
);
select tenant_table('documents');
