-- Releases and notices are written by the manufacturer: a draft that was published once and is none any more was withdrawn.
alter table releases add column ends_on date;
alter table releases add column version int not null default 1;
alter table releases add column published_at timestamptz;
-- Changed after its readers could see it.
alter table releases add column edited_at timestamptz;
alter table notices add column version int not null default 1;
alter table notices add column published_at timestamptz;
alter table notices add column edited_at timestamptz;

-- Who has read what stays with their company; the manufacturer reads how many.
create table news_readings (
  company_id int not null references companies,
  kind text not null check (kind in ('release', 'notice')),
  news_id bigint not null,
  user_id bigint not null,
  at timestamptz not null,
  primary key (company_id, kind, news_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
select tenant_table('news_readings');
create table news_reader_counts (
  company_id int not null references companies,
  kind text not null check (kind in ('release', 'notice')),
  news_id bigint not null,
  readers int not null,
  primary key (company_id, kind, news_id)
);
select tenant_table('news_reader_counts');
select open_table('news_reader_counts');
create policy network on news_reader_counts for select using (app_setting('scope') = 'fms');

-- How many people a company has in each role, as it tells the network.
create table network_people (
  company_id int not null references companies,
  role_name text not null,
  people int not null,
  primary key (company_id, role_name)
);
select tenant_table('network_people');
select open_table('network_people');
create policy network on network_people for select using (app_setting('scope') = 'fms');

alter table users no force row level security;
alter table network_people no force row level security;
insert into network_people (company_id, role_name, people)
select company_id, role_name, count(*) from users where archived_at is null and not service group by company_id, role_name;
alter table users force row level security;
alter table network_people force row level security;
