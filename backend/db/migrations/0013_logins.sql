-- Who logs in is found by e-mail before the company is known: the address leads to a company, whose tables hold the rest. So the
-- address table can be on every node of a cluster, and logins, sessions and resets are found on the shard of their company.
-- Not forced for the moment: an owner that is no superuser would copy the manufacturer's rows only.
alter table logins no force row level security;
create table login_emails (
  email citext primary key,
  company_id int not null,
  user_id bigint not null
);
insert into login_emails (email, company_id, user_id) select email, company_id, user_id from logins;
create unique index login_emails_user on login_emails (company_id, user_id);
alter table login_emails enable row level security;
alter table login_emails force row level security;
create policy tenant on login_emails
  using (company_id = app_company() or email = app_setting('login_email')::citext)
  with check (company_id = app_company());

drop policy tenant on logins;
alter table logins drop constraint logins_pkey, drop column email, add primary key (company_id, user_id);
select tenant_table('logins');

-- Tokens name their company from now on. Those given before do not and are found no more: people log in again.
alter table sessions no force row level security;
update sessions set revoked_at = now() where revoked_at is null;
drop policy tenant on sessions;
alter table sessions drop constraint sessions_token_hash_key, add unique (company_id, token_hash);
select tenant_table('sessions');

drop policy tenant on password_resets;
alter table password_resets drop constraint password_resets_pkey, add primary key (company_id, token_hash);
select tenant_table('password_resets');
