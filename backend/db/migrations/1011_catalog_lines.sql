-- Lines of price lists that the manufacturer imported: an option of a version with its price, by which it becomes changes of a draft. They
-- are kept so that the same line finds its changes again, and so that an import is taken back. No person is in them.
create table catalog_lines (
  company_id int not null,
  id bigint generated always as identity,
  version int not null default 1,
  edition_id bigint not null,
  -- Edition, version and option in one, as a file finds the line again.
  code text not null,
  version_id bigint not null,
  -- Of the catalogue, or one that the edition adds; null until the line is in the edition.
  option_id bigint,
  name text not null,
  kind text not null,
  standard boolean not null,
  price bigint,
  -- The changes that the line made, as `<kind> <key>`, each with the version that it had then.
  made jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (company_id, id),
  unique (company_id, code)
);
create index catalog_lines_edition on catalog_lines (company_id, edition_id);
select tenant_table('catalog_lines');
select open_table('catalog_lines');

-- Nobody searches them: the import's own page shows them.
create view catalog_lines_words with (security_invoker = true) as
  select company_id, id as record_id, ''::text as word from catalog_lines where false;
