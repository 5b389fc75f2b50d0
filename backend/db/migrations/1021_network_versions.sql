-- A file of the network changes by versions: the row is the current one, the earlier ones stay for the manufacturer.
alter table network_files
  add number int not null default 1,
  add note text not null default '',
  -- Words of its text, and with those of its name what it is found by.
  add text_words text[] not null default '{}';
alter table network_files
  add words tsvector not null generated always as (array_to_tsvector(array_remove(words_of(name) || text_words, ''))) stored;
create index network_files_words on network_files using gin (words);

create table network_file_versions (
  file_id bigint not null references network_files on delete cascade,
  number int not null,
  file_key text not null,
  preview_key text,
  look text not null,
  why text,
  bytes int not null,
  note text not null,
  -- Since when it was read.
  at timestamptz not null,
  primary key (file_id, number)
);
select national_table('network_file_versions');
alter policy read on network_file_versions using (app_company() = 10);

-- A person is counted once for each version.
alter table network_readings add number int not null default 1;
alter table network_readings drop constraint network_readings_pkey, add primary key (company_id, file_id, user_id, number);
alter table network_reader_counts add number int not null default 1;
alter table network_reader_counts drop constraint network_reader_counts_pkey, add primary key (company_id, file_id, number);
