-- Reports that are sent by themselves: what, when, to whom. When they are due stands in their row of schedules.
create table automatic_reports (
  company_id int not null references companies,
  id bigint generated always as identity,
  name text not null,
  report text not null,
  -- Days beside the day on which it is made.
  period text not null,
  basis text not null,
  group_by text not null,
  filter text,
  location_id int,
  every text not null check (every in ('day', 'week', 'month')),
  weekday text,
  monthday int check (monthday between 1 and 31),
  "time" text not null,
  format text not null check (format in ('xlsx', 'csv', 'pdf')),
  -- Colleagues, who get what their own rights show them.
  user_ids int[] not null default '{}',
  -- [{ "address": "crediti@studiolena.it" }]
  addresses jsonb not null default '[]',
  margins_outside boolean not null default false,
  -- Whose rights it has; set with its schedule, in the transaction that makes it.
  owner_id int,
  schedule_id bigint,
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint automatic_reports_name unique (company_id, name),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, owner_id) references users (company_id, id),
  foreign key (company_id, schedule_id) references schedules (company_id, id)
);
create index automatic_reports_owner on automatic_reports (company_id, owner_id);
select tenant_table('automatic_reports');
create view automatic_reports_words with (security_invoker = true) as
  select company_id, id as record_id, word from automatic_reports, unnest(words_of(name)) word where word <> '';

-- Each time that one was made: by its schedule, by hand for all, or by hand for who pressed.
create table report_mailings (
  company_id int not null references companies,
  id bigint generated always as identity,
  report_id bigint not null,
  how text not null check (how in ('due', 'hand', 'test')),
  asked_by int,
  state text not null default 'making' check (state in ('making', 'sent', 'empty', 'failed')),
  -- The days that it was about, and what it came to.
  from_day date,
  to_day date,
  rows int,
  bytes bigint,
  failure text,
  tries int not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, report_id) references automatic_reports (company_id, id) on delete cascade,
  foreign key (company_id, asked_by) references users (company_id, id)
);
create index report_mailings_of on report_mailings (company_id, report_id, id);
create index report_mailings_old on report_mailings (company_id, created_at);
select tenant_table('report_mailings');

-- Whom each of them goes to. The file stays until it has left, and a week longer.
create table report_mails (
  company_id int not null references companies,
  id bigint generated always as identity,
  mailing_id bigint not null,
  user_id int,
  address text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'skipped')),
  failure text,
  file_key text,
  file_name text not null default '',
  file_type text not null default '',
  bytes bigint not null default 0,
  -- What stands in the mail above the file.
  summary text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, mailing_id) references report_mailings (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
);
create index report_mails_of on report_mails (company_id, mailing_id);
create index report_mails_files on report_mails (company_id, created_at) where file_key is not null;
select tenant_table('report_mails');
