-- Files that the manufacturer publishes for its network.
create table network_files (
  id bigint generated always as identity primary key,
  name text not null,
  folder text not null default '',
  brand_id bigint references makers,
  -- Who reads it: null: every dealer; nobody until it is published.
  audience int[] default '{}',
  kind text not null,
  bytes int not null default 0,
  look text not null default 'none',
  why text,
  file_key text not null,
  preview_key text,
  expires_on date,
  -- When its bytes were all there; the row comes before them.
  ready_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
select national_table('network_files');
alter policy read on network_files using (app_company() = 10 or (ready_at is not null and (audience is null or app_company() = any (audience))));

-- Who has read one stays with their company, and the manufacturer never reads it: it counts once for each reader, without saying who.
create table network_readings (
  company_id int not null references companies,
  file_id bigint not null references network_files on delete cascade,
  user_id bigint not null,
  at timestamptz not null,
  primary key (company_id, file_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
select tenant_table('network_readings');
create table network_reader_counts (
  company_id int not null references companies,
  file_id bigint not null references network_files on delete cascade,
  readers int not null,
  primary key (company_id, file_id)
);
select tenant_table('network_reader_counts');
create policy network on network_reader_counts for select using (app_setting('scope') = 'fms');
