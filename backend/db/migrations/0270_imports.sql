-- Files that are imported: how they are read, where they stand, and what became of each of their rows.
create table imports (
  company_id int not null references companies,
  id bigint generated always as identity,
  kind text not null,
  -- Of the file.
  name text not null,
  user_id bigint not null,
  version int not null default 1,
  state text not null check
    (state in ('mapping', 'checking', 'ready', 'running', 'stopped', 'done', 'undoing', 'undone')),
  -- The heads of its columns, and the field that each stands for (null: none).
  heads jsonb not null,
  fields jsonb not null,
  -- The field by which records are found.
  match text not null,
  total int not null,
  -- The last row of the file that the work at hand has behind it, and how many rows that are.
  at_row int not null default 0,
  done int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  archived int not null default 0,
  refused int not null default 0,
  restored int not null default 0,
  removed int not null default 0,
  kept int not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index imports_kind on imports (company_id, kind, id desc);
select tenant_table('imports');

-- The rows of a file, as texts, for 30 days: long enough to mend them and to take the import back.
create table import_rows (
  company_id int not null,
  import_id bigint not null,
  -- Its line in the file.
  row int not null,
  cells jsonb not null,
  -- The value by which its record is found; null: not checked, or refused.
  key text,
  outcome text check (outcome in ('created', 'updated', 'unchanged', 'refused', 'removed', 'restored', 'kept')),
  message text,
  -- What it wrote: the record, its version then, and its values before (null: it was made).
  record_id bigint,
  version int,
  before jsonb,
  primary key (company_id, import_id, row),
  foreign key (company_id, import_id) references imports on delete cascade
);
create index import_rows_key on import_rows (company_id, import_id, key) where key is not null;
select tenant_table('import_rows');

-- What a company's columns were read as the last time, by their heads without accents and case; null: not read.
create table import_columns (
  company_id int not null references companies,
  kind text not null,
  head text not null,
  field text,
  primary key (company_id, kind, head)
);
select tenant_table('import_columns');
