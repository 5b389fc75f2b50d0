-- Discounts past the cap of who gives them: what was asked for which quote, and who granted or refused it.
create table approvals (
  company_id int not null references companies,
  id bigint generated always as identity,
  quote_id bigint not null,
  state text not null default 'asked' check (state in ('asked', 'granted', 'refused', 'withdrawn', 'void')),
  discount bigint not null,
  list_total bigint not null,
  discounts bigint not null,
  version_id bigint not null,
  customer_id bigint,
  cap numeric not null,
  reason text not null,
  note text,
  asked_by bigint not null,
  asked_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  refusal text,
  sentence text,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, quote_id) references quotes (company_id, id),
  foreign key (company_id, asked_by) references users (company_id, id),
  foreign key (company_id, decided_by) references users (company_id, id)
);
create index approvals_quote on approvals (company_id, quote_id, id);
create index approvals_open on approvals (company_id, asked_at, id) where state = 'asked';
-- Of two who ask at once for one quote one waits, and finds it asked.
create unique index approvals_one_open on approvals (company_id, quote_id) where state in ('asked', 'granted');
select tenant_table('approvals');
