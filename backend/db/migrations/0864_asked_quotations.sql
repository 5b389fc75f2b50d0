-- Who asked a source: nobody spends a month of questions in some seconds. Of earlier ones it is not known.
alter table quotations add column asked_by int,
  add foreign key (company_id, asked_by) references users (company_id, id);
create index quotations_asked on quotations (company_id, asked_by, asked_at);
