-- Of which version a quote of the network is: an edition that changes its price says how many are open.
alter table network_facts add column version_id bigint;
alter table network_facts no force row level security;
alter table state_changes no force row level security;
alter table quotes no force row level security;
update network_facts f set version_id = q.version_id
from state_changes s join quotes q on q.company_id = s.company_id and q.id = s.record_id
where s.company_id = f.company_id and s.id = f.id and s.entity = 'quote' and f.entity = 'quote';
alter table network_facts force row level security;
alter table state_changes force row level security;
alter table quotes force row level security;
