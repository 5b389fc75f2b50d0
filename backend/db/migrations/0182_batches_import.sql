-- Imports are taken back like price changes; who takes one back reads what it was and of how many records.
alter table batches add column what text not null default 'reprice' check (what in ('reprice', 'import')), add column count int;
alter table batches no force row level security;
update batches set count = jsonb_array_length(rows);
alter table batches force row level security;
alter table batches alter column what drop default, alter column count set not null;
create index batches_kind on batches (company_id, kind, id desc);
