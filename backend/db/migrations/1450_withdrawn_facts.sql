-- What customers have withdrawn from counts for the manufacturer no more, as it does for the dealer, also before it is closed.
alter table network_facts no force row level security;
alter table contracts no force row level security;
update network_facts f set state = 'withdrawn'
from contracts t
where t.company_id = f.company_id and t.id = f.record_id and f.entity = 'contract' and f.until is null
  and t.withdrawn_at is not null and t.canceled_at is null;
alter table network_facts force row level security;
alter table contracts force row level security;
