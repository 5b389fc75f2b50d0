-- Keys of files that go to the store before a row names them; the transaction that names one strikes it out. Where a process
-- died between, the key still stands here a day later, and the file is deleted.
create table unnamed_files (
  company_id int not null references companies,
  file_key text not null,
  created_at timestamptz not null,
  primary key (company_id, file_key)
);
select tenant_table('unnamed_files');
