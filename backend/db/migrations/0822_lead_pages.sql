-- Leads also come by the company's own pages, with what the person said of the privacy texts.
alter table lead_intakes drop constraint lead_intakes_format_check,
  add constraint lead_intakes_format_check check (format in ('json', 'adf', 'mail', 'page'));

create table lead_consents (
  company_id int not null references companies,
  id bigint generated always as identity,
  lead_id bigint not null,
  -- `notice`: the text was shown.
  purpose text not null check (purpose in ('notice', 'marketing', 'profiling', 'third_parties')),
  given boolean not null,
  channels text[] not null default '{}',
  said_on date not null,
  -- The version of the text that was shown.
  text_id bigint not null,
  primary key (company_id, id),
  constraint lead_consents_of unique (company_id, lead_id, purpose),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, text_id) references privacy_texts (company_id, id)
);
select tenant_table('lead_consents');
