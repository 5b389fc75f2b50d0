-- What is late was told by the number of a row of the plan, which changes whenever the plan is saved: by contract and day it is told once.
alter table report_alerts no force row level security;
alter table contract_dues no force row level security;
insert into report_alerts (company_id, kind, record, told_at)
  select a.company_id, a.kind, d.contract_id || ' ' || d.due_on, min(a.told_at)
  from report_alerts a join contract_dues d on d.company_id = a.company_id and d.payment_id::text = a.record
  where a.kind = 'late' and d.due_on is not null group by 1, 2, 3;
delete from report_alerts where kind = 'late' and record !~ ' ';
alter table report_alerts force row level security;
alter table contract_dues force row level security;
