-- A print that was signed by hand counts once somebody has checked it.
alter table signatures drop constraint signatures_state_check;
alter table signatures
  add constraint signatures_state_check check (state in ('open', 'checking', 'signed', 'refused', 'voided')),
  add column checked_by bigint,
  add column checked_at timestamptz,
  add constraint signatures_checked_by foreign key (company_id, checked_by) references users (company_id, id);
drop index signatures_one_open;
create unique index signatures_one_open on signatures (company_id, entity, record_id) where state in ('open', 'checking');

-- The last code of a person who signs on the dealer's device, as a keyed hash together with the address it went to; no address is kept here.
create table signature_codes (
  company_id int not null references companies,
  id bigint generated always as identity,
  entity text not null,
  record_id bigint not null,
  role text not null,
  code_hash bytea,
  code_at timestamptz,
  code_tries int not null default 0,
  codes int not null default 0,
  codes_on date,
  primary key (company_id, id),
  constraint signature_codes_of unique (company_id, entity, record_id, role)
);
select tenant_table('signature_codes');
