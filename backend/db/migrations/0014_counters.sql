-- Last number given per company, kind of document and year; its row stays locked until the document is committed, so that numbers
-- have no gap and no double.
create table counters (
  company_id int not null references companies,
  kind text not null,
  year int not null,
  last int not null,
  primary key (company_id, kind, year)
);
alter table quote_numbers no force row level security;
insert into counters (company_id, kind, year, last) select company_id, 'quote', year, last from quote_numbers;
drop table quote_numbers;
select tenant_table('counters');
