-- Of the services of one group a quote has at most one; '': it combines with all others.
alter table services add column exclusive_group text not null default '';
