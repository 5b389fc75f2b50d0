-- Who does not want to be contacted, and leads of the same person that became one.
alter table leads
  add column quiet boolean not null default false,
  add column tax_code text not null default '',
  -- The lead that goes on in its place.
  add column merged_into bigint,
  add foreign key (company_id, merged_into) references leads (company_id, id);
create index leads_merged on leads (company_id, merged_into) where merged_into is not null;
create index leads_plate on leads (company_id, upper(plate)) where plate <> '';
create index leads_tax_code on leads (company_id, upper(tax_code)) where tax_code <> '';

create table lead_joins (
  company_id int not null references companies,
  id bigint generated always as identity,
  kept_id bigint not null,
  gone_id bigint not null,
  -- False: somebody said that they are different people.
  same boolean not null,
  -- What both were before, for taking it back.
  before jsonb not null default '{}',
  at timestamptz not null,
  user_id bigint,
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, kept_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, gone_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
);
create index lead_joins_kept on lead_joins (company_id, kept_id);
create index lead_joins_gone on lead_joins (company_id, gone_id);
select tenant_table('lead_joins');
