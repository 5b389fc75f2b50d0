-- The patron's day of a place's town: day and month, such as 07/12; nothing where it is not known.
alter table locations add column patron text not null default '';
