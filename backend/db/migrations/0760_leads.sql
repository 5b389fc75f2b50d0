-- Leads (domain.md §4.3). An open lead always has its next action and when it is due.
create table leads (
  company_id int not null references companies,
  id bigint generated always as identity,
  -- L-2026-00042.
  number text not null,
  state text not null default 'to_handle' check (state in ('to_handle', 'in_progress', 'negotiation', 'closed')),
  outcome text check (outcome in ('won', 'lost', 'invalid')),
  closed_on date,
  assignee_id bigint,
  name text not null,
  -- E.164.
  phone text,
  email text,
  source text not null,
  source_name text not null default '',
  type text not null,
  subtype text,
  vehicle_type text,
  vehicle text not null default '',
  plate text not null default '',
  advert text not null default '',
  message text not null default '',
  location_id bigint,
  customer_id bigint,
  contract_id bigint,
  received_at timestamptz not null,
  first_at timestamptz,
  next_type text,
  next_at timestamptz,
  warn_at timestamptz,
  escalate_at timestamptz,
  -- What was told of this deadline: 0 nothing, 1 that it is over, 2 that it is long over.
  told smallint not null default 0,
  parked_until date,
  unanswered int not null default 0,
  missed int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint leads_number unique (company_id, number),
  constraint leads_next check ((state = 'closed') = (next_at is null) and (state = 'closed') = (outcome is not null)),
  foreign key (company_id, assignee_id) references users (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id)
);
create index leads_due on leads (company_id, next_at, id);
create index leads_of_assignee on leads (company_id, assignee_id, next_at, id);
create index leads_untold on leads (company_id, next_at) where told = 0 and state <> 'closed';
create index leads_unescalated on leads (company_id, escalate_at) where told = 1 and state <> 'closed';
create index leads_received on leads (company_id, received_at desc, id desc);
create index leads_state on leads (company_id, state, next_at, id);
create index leads_phone on leads (company_id, phone) where phone is not null;
create index leads_email on leads (company_id, lower(email)) where email is not null;
create index leads_of_customer on leads (company_id, customer_id) where customer_id is not null;
create index leads_of_contract on leads (company_id, contract_id) where contract_id is not null;
select tenant_table('leads');

create table lead_actions (
  company_id int not null references companies,
  id bigint generated always as identity,
  lead_id bigint not null,
  type text not null,
  result text not null,
  at timestamptz not null,
  planned_for timestamptz,
  user_id bigint,
  note text not null default '',
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
);
create index lead_actions_of on lead_actions (company_id, lead_id, id);
select tenant_table('lead_actions');

-- What other systems sent, as it came: kept before it is read.
create table lead_intakes (
  company_id int not null references companies,
  id bigint generated always as identity,
  source text not null,
  -- What the source calls it; null where it says nothing that can be one.
  external_id text,
  raw text not null,
  received_at timestamptz not null,
  lead_id bigint,
  -- Why it could not be read.
  why text,
  settled_at timestamptz,
  primary key (company_id, id),
  constraint lead_intakes_known unique (company_id, source, external_id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index lead_intakes_waiting on lead_intakes (company_id, id) where why is not null and settled_at is null;
create index lead_intakes_of on lead_intakes (company_id, lead_id) where lead_id is not null;
select tenant_table('lead_intakes');

create view leads_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word
  from leads t left join customers c on c.company_id = t.company_id and c.id = t.customer_id,
    unnest(words_of(concat_ws(' ', t.name, c.name, t.vehicle, t.source_name, split_part(t.email, '@', 1))) || word_of(t.email)
      || number_words(t.number) || phone_words(t.phone) || code_words(t.plate)) word
  where word <> '';
