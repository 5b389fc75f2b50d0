-- Second factor: a secret shared with the person's phone, sealed by a key of the installation (backend/lib/seal.ts).
create table second_factors (
  company_id int not null,
  user_id bigint not null,
  secret text not null,
  activated_at timestamptz not null,
  -- The step of time whose code was used last: neither it nor an earlier one opens again.
  last_step bigint not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create table recovery_codes (
  company_id int not null,
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references users (company_id, id)
);
-- Browsers that are not asked for a code for 30 days.
create table remembered_devices (
  company_id int not null,
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, token_hash),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index remembered_devices_user on remembered_devices (company_id, user_id);
select tenant_table('second_factors'), tenant_table('recovery_codes'), tenant_table('remembered_devices');

-- A company may ask everybody for it; the manufacturer's does.
alter table companies add column second_factor_required boolean not null default false;
alter table companies no force row level security;
update companies set second_factor_required = true where company_id = 10;
alter table companies force row level security;
