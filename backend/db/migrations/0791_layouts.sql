-- How a company lays out its prints: a draft for each kind, and the versions that were published, which never change.
create table layouts (
  company_id int not null references companies,
  kind text not null check (kind in ('contracts', 'quotes', 'stocks')),
  -- The draft: checked blocks in order.
  blocks jsonb not null,
  -- The version in use; 0 is the standard of the product.
  in_use int not null default 0,
  edited_by bigint,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (company_id, kind),
  foreign key (company_id, edited_by) references users (company_id, id)
);
select tenant_table('layouts');

create table layout_versions (
  company_id int not null references companies,
  kind text not null,
  number int not null,
  -- With the words that reusable blocks had then.
  blocks jsonb not null,
  published_by bigint not null,
  published_at timestamptz not null,
  primary key (company_id, kind, number),
  foreign key (company_id, published_by) references users (company_id, id)
);
select tenant_table('layout_versions');

-- By which version a record was printed; it keeps it for as long as its revision holds.
create table layout_prints (
  company_id int not null references companies,
  kind text not null,
  record_id bigint not null,
  revision int not null,
  number int not null,
  printed_at timestamptz not null,
  primary key (company_id, kind, record_id, revision)
);
create index layout_prints_number on layout_prints (company_id, kind, number);
select tenant_table('layout_prints');

-- Words that several prints share.
create table layout_sections (
  company_id int not null references companies,
  id bigint generated always as identity,
  name text not null,
  title text not null default '',
  text text not null,
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint layout_sections_name unique (company_id, name)
);
select tenant_table('layout_sections');
create view layout_sections_words with (security_invoker = true) as
  select company_id, id as record_id, word from layout_sections, unnest(words_of(concat_ws(' ', name, title))) word where word <> '';
