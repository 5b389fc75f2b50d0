-- Questions of a dealer's people to the manufacturer, and its answers. They hold no person but who writes: what says who somebody else
-- is was covered before it was kept (domain/support/cover.ts), so the manufacturer's scopes may read them.
create table tickets (
  company_id int not null references companies,
  id bigint generated always as identity,
  subject text not null check (length(subject) between 1 and 120),
  state text not null check (state in ('open', 'waiting', 'closed')),
  -- The page from which it was asked; empty: none.
  page text not null,
  asker_id bigint not null,
  asker text not null,
  asked_at timestamptz not null,
  -- The first answer of the manufacturer, and who of it works on the ticket.
  answered_at timestamptz,
  handler text,
  changed_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, asker_id) references users (company_id, id)
);
create index tickets_state on tickets (state, changed_at) include (company_id, asked_at, answered_at);
create index tickets_asker on tickets (company_id, asker_id, changed_at desc);
select tenant_table('tickets');
select open_table('tickets');
create policy network on tickets for select using (app_setting('scope') = 'fms');

create table ticket_messages (
  company_id int not null references companies,
  ticket_id bigint not null,
  id bigint generated always as identity,
  -- Who wrote it: of the company, or of the manufacturer. A note of the manufacturer is read by itself alone.
  side text not null check (side in ('dealer', 'network', 'note')),
  author text not null,
  text text not null check (length(text) between 1 and 4000),
  at timestamptz not null,
  primary key (company_id, ticket_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
select tenant_table('ticket_messages');
select open_table('ticket_messages');
