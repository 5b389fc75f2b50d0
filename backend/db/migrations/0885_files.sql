-- A company's files, in folders.
create table file_folders (
  company_id int not null references companies,
  id bigint generated always as identity,
  parent_id bigint,
  name text not null,
  -- Who sees it, of those who see the folder around it; null: all of them.
  roles text[],
  location_ids bigint[],
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  check (parent_id <> id),
  foreign key (company_id, parent_id) references file_folders (company_id, id)
);
create unique index file_folders_name on file_folders (company_id, coalesce(parent_id, 0), lower(name)) where deleted_at is null;
select tenant_table('file_folders');

create table files (
  company_id int not null references companies,
  id bigint generated always as identity,
  folder_id bigint not null,
  name text not null,
  kind text not null,
  -- The current version, with what lists say of it.
  number int not null default 1,
  bytes int not null,
  look text not null,
  why text,
  made_at timestamptz not null,
  made_by bigint,
  roles text[],
  location_ids bigint[],
  -- The last day on which it holds.
  expires_on date,
  -- By when those who see it are to have read it, and from which version on that counts.
  receipt_by date,
  receipt_from int not null default 1,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, folder_id) references file_folders (company_id, id),
  foreign key (company_id, made_by) references users (company_id, id)
);
create unique index files_name on files (company_id, folder_id, lower(name)) where deleted_at is null;
create index files_order on files (company_id, folder_id, name, id) where deleted_at is null;
create index files_by_name on files (company_id, name, id) where deleted_at is null;
create index files_asked on files (company_id, id) where receipt_by is not null and deleted_at is null;
create index files_binned on files (company_id, deleted_at) where deleted_at is not null;
create index files_ending on files (company_id, expires_on) where expires_on is not null;
select tenant_table('files');
create view files_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word from files t, unnest(words_of(t.name)) word where word <> '';

create table file_versions (
  company_id int not null,
  file_id bigint not null,
  number int not null,
  file_key text not null,
  -- Of a picture: drawn anew, to be shown.
  preview_key text,
  -- How it is shown, and why it is only downloaded.
  look text not null,
  why text,
  bytes int not null,
  note text not null default '',
  user_id bigint,
  at timestamptz not null,
  primary key (company_id, file_id, number),
  foreign key (company_id, file_id) references files (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
);
create index file_versions_bytes on file_versions (company_id) include (bytes);
select tenant_table('file_versions');

-- Who opened and who has read a file that asks for it.
create table file_readings (
  company_id int not null,
  file_id bigint not null,
  user_id bigint not null,
  opened_at timestamptz not null,
  -- The version that was read; null: only opened.
  number int,
  read_at timestamptz,
  primary key (company_id, file_id, user_id),
  foreign key (company_id, file_id) references files (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
);
select tenant_table('file_readings');

-- Files on their way, piece by piece. The row is there before the first byte, and names all keys under which bytes may be.
create table file_arrivals (
  company_id int not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  folder_id bigint not null,
  -- The file whose next version it becomes.
  file_id bigint,
  name text not null,
  note text not null,
  again boolean not null,
  bytes int not null,
  modified bigint not null,
  received int not null default 0,
  file_key text not null,
  -- What it became.
  made_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index file_arrivals_of on file_arrivals (company_id, user_id) where made_id is null;
select tenant_table('file_arrivals');
