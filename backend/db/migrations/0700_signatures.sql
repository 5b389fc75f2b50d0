-- Rounds of signatures of a record's document (domain.md §2.18). The document is frozen when it is sent; what happens afterwards is only
-- ever added, in signature_events.
create table signatures (
  company_id int not null references companies,
  id bigint generated always as identity,
  entity text not null,
  record_id bigint not null,
  kind text not null constraint signatures_kind_check check (kind in ('digital_otp', 'analogic')),
  state text not null constraint signatures_state_check check (state in ('open', 'signed', 'refused', 'voided')),
  -- Printed on the document and written into its PDF; the first part is the company.
  number text not null,
  title text not null,
  blocks jsonb not null,
  in_order boolean not null default false,
  -- The frozen PDF, its pages as pictures, and the SHA-256 of the PDF.
  file_key text not null,
  pages_key text,
  pages int not null,
  hash bytea not null,
  -- The frozen PDF within the evidence; the Ed25519 signature of its hash, and the public key that checks it.
  sealed_key text,
  sealed_hash bytea,
  seal bytea,
  seal_public bytea,
  sealed_at timestamptz,
  sign_by date not null,
  user_id bigint,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  reason text,
  version int not null default 1,
  primary key (company_id, id),
  constraint signatures_number unique (company_id, number),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index signatures_record on signatures (company_id, entity, record_id, id);
create index signatures_open on signatures (company_id, created_at) where state = 'open';
-- Of two rounds that are made at once the second is refused.
create unique index signatures_one_open on signatures (company_id, entity, record_id) where state = 'open';
select tenant_table('signatures');

create table signature_signers (
  company_id int not null references companies,
  id bigint generated always as identity,
  signature_id bigint not null,
  place int not null,
  role text not null,
  name text not null,
  state text not null constraint signature_signers_state_check check (state in ('waiting', 'asked', 'signed', 'refused')),
  channel text not null constraint signature_signers_channel_check check (channel in ('sms', 'mail')),
  email text,
  phone text,
  -- Who saw the identity paper and confirmed number or address.
  confirmed_by bigint,
  asked_at timestamptz,
  reminded int not null default 0,
  failure text,
  opened_at timestamptz,
  read_at timestamptz,
  ticked text[] not null default '{}',
  -- The last code as a keyed hash, and what was sent today.
  code_hash bytea,
  code_at timestamptz,
  code_tries int not null default 0,
  codes int not null default 0,
  codes_on date,
  signed_at timestamptz,
  signed_by text,
  ip text,
  agent text,
  refusal text,
  primary key (company_id, id),
  foreign key (company_id, signature_id) references signatures (company_id, id),
  foreign key (company_id, confirmed_by) references users (company_id, id)
);
create index signature_signers_of on signature_signers (company_id, signature_id, place);
select tenant_table('signature_signers');

create table signature_events (
  company_id int not null references companies,
  id bigint generated always as identity,
  signature_id bigint not null,
  signer_id bigint,
  at timestamptz not null,
  what text not null,
  detail text not null default '',
  ip text not null default '',
  agent text not null default '',
  primary key (company_id, id),
  foreign key (company_id, signature_id) references signatures (company_id, id),
  foreign key (company_id, signer_id) references signature_signers (company_id, id)
);
create index signature_events_of on signature_events (company_id, signature_id, id);
select tenant_table('signature_events');
