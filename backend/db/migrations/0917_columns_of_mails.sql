-- What a reader may not see any more does not leave later either: the columns of the file that a mail brings. Mails that were made
-- before say none, and are asked only whether their report may be opened.
alter table report_mails add column columns text[] not null default '{}';
