-- How the rows of a file are read: by which fields records are found, what values mean, what a file without the column
-- says, and what is set right; what is wrong in a row stands field by field.
alter table imports
  -- Fields by which records are found, in order.
  add column matches jsonb not null default '[]',
  -- What a person said of values: by field and value the text that is read, and the day of the file that it is kept from.
  add column meanings jsonb not null default '{}',
  -- What is read where the file has no column of a field.
  add column defaults jsonb not null default '{}',
  -- What is not set right, and in how many rows the rest was.
  add column unfixed jsonb not null default '[]',
  add column fixed jsonb not null default '{}',
  add column joined int not null default 0,
  -- Of the file's bytes: the same file is known again.
  add column digest text not null default '';
alter table imports no force row level security;
update imports set matches = jsonb_build_array(match);
alter table imports force row level security;
alter table imports drop column match;

alter table import_rows
  -- What is wrong, as [field, sentence, cell] each.
  add column faults jsonb,
  -- The row of the same file that stands for the same record.
  add column joined_to int;
alter table import_rows drop constraint import_rows_outcome_check, add constraint import_rows_outcome_check check
  (outcome in ('created', 'updated', 'unchanged', 'refused', 'joined', 'removed', 'restored', 'kept'));

-- What the values of a company's files mean, by field and value without accents and case.
create table import_meanings (
  company_id int not null references companies,
  kind text not null,
  field text not null,
  value text not null,
  meaning text not null,
  said_on date not null,
  primary key (company_id, kind, field, value)
);
select tenant_table('import_meanings');
