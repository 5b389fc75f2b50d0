-- Whether somebody of the company has entered, and whether the manufacturer keeps it out.
alter table companies add column state text not null default 'open';
alter table companies add constraint companies_state check (state in ('invited', 'open'));

-- That one person of the manufacturer may read, or also change, areas of a company's data on its behalf, for some hours.
create table access_grants (
  company_id int not null references companies,
  id bigint generated always as identity,
  -- A person of the manufacturer, and their name of then.
  asker_id bigint not null,
  asker text not null,
  reason text not null check (length(reason) between 10 and 500),
  areas text[] not null check (areas <@ array['prices', 'finance', 'layouts'] and cardinality(areas) > 0),
  writes boolean not null,
  hours int not null check (hours between 1 and 8),
  asked_at timestamptz not null,
  -- Who of the company allowed it; while the company has nobody yet, nobody has to.
  granted_by bigint,
  granted_at timestamptz,
  ends_at timestamptz,
  -- Refused, given back or taken away.
  ended_at timestamptz,
  primary key (company_id, id),
  check ((granted_at is null) = (ends_at is null)),
  foreign key (company_id, granted_by) references users (company_id, id)
);
create index access_grants_asked on access_grants (company_id, asked_at desc);
create index access_grants_asker on access_grants (asker_id, asked_at desc);
select tenant_table('access_grants');
select open_table('access_grants');
-- The manufacturer's people see what they asked for in its whole network.
create policy network on access_grants for select using (app_setting('scope') = 'fms');

-- A version that the manufacturer published on behalf of the company is by none of its people; the audit says by whom.
alter table layout_versions alter column published_by drop not null;
