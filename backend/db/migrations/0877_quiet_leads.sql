-- Who has asked not to be contacted is looked up for every row of the queue and every message.
create index leads_quiet on leads (company_id) where quiet;

-- Whether a reason tells that the person was not reached: a lost lead with it has had no first answer.
alter table move_reasons add column unreached boolean not null default false;

-- What the words of the reasons said until now.
alter table move_reasons no force row level security;
update move_reasons set unreached = true
  where entity = 'lead' and move = 'lose' and label ~* 'rispo|irreperibil|raggiung|errat|doppi';
alter table move_reasons force row level security;
