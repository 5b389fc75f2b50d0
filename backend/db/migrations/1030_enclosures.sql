-- Enclosures that the customer of a contract is asked for by a private link, until each is accepted and so an attachment.
create table enclosures (
  company_id int not null references companies,
  id bigint generated always as identity,
  contract_id bigint not null,
  -- As of an attachment.
  type text not null,
  state text not null default 'asked' constraint enclosures_state_check check (state in ('asked', 'proposed', 'refused')),
  -- Why what was sent before was not accepted.
  reason text not null default '',
  -- What came, page by page; each is held as an upload.
  upload_ids bigint[] not null default '{}',
  -- The last day of the link, and the message that brought it: an older one leaves no more.
  until date not null,
  message_id bigint not null,
  asked_by bigint,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint enclosures_once unique (company_id, contract_id, type),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, asked_by) references users (company_id, id)
);
select tenant_table('enclosures');
