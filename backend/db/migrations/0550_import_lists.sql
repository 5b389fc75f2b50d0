-- The lists in a file: its worksheets, each with its heading, and what each of their rows is. A person may choose another
-- worksheet or heading, so all rows of the file are kept.
alter table imports
  -- How the file was written: `XLSX`, `UTF-8`…
  add column encoding text not null default '',
  -- Name and heading of each worksheet.
  add column worksheets jsonb not null default '[{"name": "", "headRow": 1, "headLines": 1}]',
  add column worksheet int not null default 0,
  add column head_row int not null default 1,
  add column head_lines int not null default 1;
alter table imports
  alter column encoding drop default, alter column worksheets drop default, alter column worksheet drop default,
  alter column head_row drop default, alter column head_lines drop default;

alter table import_rows
  add column worksheet int not null default 0,
  add column part text not null default 'row' check (part in ('above', 'head', 'row', 'total'));
alter table import_rows drop constraint import_rows_pkey, add primary key (company_id, import_id, worksheet, row);
