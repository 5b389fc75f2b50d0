-- Privacy texts by version: what was published never changes, a new version is a new row.
create table privacy_texts (
  company_id int not null references companies,
  id bigint generated always as identity,
  kind text not null,
  version int not null,
  text text not null,
  user_id bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint privacy_texts_version unique (company_id, kind, version),
  foreign key (company_id, user_id) references users (company_id, id)
);
select tenant_table('privacy_texts');
revoke update, delete on privacy_texts from app_rw;

-- What people said of each purpose, one row each time; the last one counts.
create table consents (
  company_id int not null references companies,
  id bigint generated always as identity,
  customer_id bigint not null,
  purpose text not null check (purpose in ('marketing', 'profiling', 'third_parties')),
  given boolean not null,
  -- Of marketing: by which it may come.
  channels text[] not null default '{}',
  -- How it came in: paper, spoken, phone, portal, page.
  way text not null,
  -- The day on which it was said, the words that were shown, and what proves it.
  said_on date not null,
  text_id bigint,
  proof text not null default '',
  ip text not null default '',
  link_id bigint,
  user_id bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id),
  foreign key (company_id, text_id) references privacy_texts (company_id, id),
  foreign key (company_id, link_id) references links (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index consents_customer on consents (company_id, customer_id, purpose, said_on desc, id desc);
create index consents_purpose on consents (company_id, purpose, customer_id);
select tenant_table('consents');

-- The last word of each customer about each purpose.
create view consents_now with (security_invoker = true) as
  select distinct on (company_id, customer_id, purpose) * from consents
  order by company_id, customer_id, purpose, said_on desc, id desc;
grant select on consents_now to app_rw;
