-- The advanced electronic signature (CAD artt. 20 and 21; DPCM 22 February 2013 artt. 55-57): the versions of a company's conditions, who
-- accepted which of them, before whom and with which identity paper, and by which acceptance a signer signed.
create table signature_conditions (
  company_id int not null references companies,
  id bigint generated always as identity,
  version int not null,
  text text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint signature_conditions_version unique (company_id, version)
);
select tenant_table('signature_conditions');

create table signature_acceptances (
  company_id int not null references companies,
  id bigint generated always as identity,
  customer_id bigint not null,
  conditions_id bigint not null,
  accepted_at timestamptz not null,
  -- Who identified the person and saw them sign the declaration.
  witness_id bigint not null,
  -- The person as they were identified: the register of customers may change or forget them. Emptied once `kept_until` is over.
  name text not null,
  tax_code text,
  paper_kind text not null,
  paper_number text not null,
  phone text not null,
  -- A copy of the identity paper and the signed declaration, drawn or scanned, of their own; the SHA-256 of the declaration.
  paper_key text,
  paper_type text not null,
  declaration_key text,
  declaration_type text not null,
  hash bytea not null,
  -- Twenty years from the acceptance and from the last signature given by it.
  kept_until date not null,
  revoked_at timestamptz,
  -- Who noted it; null: the person did it on their own page.
  revoked_by bigint,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id),
  foreign key (company_id, conditions_id) references signature_conditions (company_id, id),
  foreign key (company_id, witness_id) references users (company_id, id),
  foreign key (company_id, revoked_by) references users (company_id, id)
);
create index signature_acceptances_of on signature_acceptances (company_id, customer_id, id);
create index signature_acceptances_kept on signature_acceptances (company_id, kept_until);
select tenant_table('signature_acceptances');

-- By which way the last code went, and the acceptance that made the signature an advanced one; null: it is a simple one.
alter table signature_signers
  add column code_channel text constraint signature_signers_code_channel_check check (code_channel in ('sms', 'mail')),
  add column acceptance_id bigint,
  add constraint signature_signers_acceptance foreign key (company_id, acceptance_id) references signature_acceptances (company_id, id);
