-- Whom the manufacturer wants to let into a company. Nobody is a user before an administrator of the company has confirmed them, or
-- there has been none for so long that nobody could.
create table network_invitations (
  company_id int not null references companies,
  id bigint generated always as identity,
  name text not null check (length(name) between 2 and 100),
  email text not null check (length(email) <= 254),
  role_name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'withdrawn', 'let_in')),
  asker text not null,
  asked_at timestamptz not null,
  decider text,
  decided_at timestamptz,
  primary key (company_id, id)
);
create unique index network_invitations_waiting on network_invitations (company_id, lower(email)) where state = 'waiting';
select tenant_table('network_invitations');
select open_table('network_invitations');
