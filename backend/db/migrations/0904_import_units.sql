-- In which units the values of a file's columns are: by field how many rows name each, and how those are read that name none.
alter table imports add column units jsonb not null default '{}';
