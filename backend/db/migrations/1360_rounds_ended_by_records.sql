-- Whether a round of signatures ended because its record did: it waits again where that goes on. Until now the end of its reason said so.
alter table signatures add column ended_by_record boolean not null default false;
alter table signatures no force row level security;
update signatures set ended_by_record = true where state = 'voided' and reason like '%non si firma più';
alter table signatures force row level security;
