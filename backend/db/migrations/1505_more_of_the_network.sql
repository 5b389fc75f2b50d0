-- What the network also hears: the day on which the car of a contract was registered, what is claimed of the manufacturer itself
-- (net cents; its own money, no dealer's price), and by which plan of the dealer a quote is financed.
alter table network_facts add column registered_on date;
alter table network_facts add column amount bigint;
alter table network_facts add column plan_id bigint;
alter table network_facts no force row level security;
alter table contracts no force row level security;
alter table claims no force row level security;
alter table state_changes no force row level security;
alter table quotes no force row level security;
update network_facts f set registered_on = t.registered_on
from contracts t
where t.company_id = f.company_id and t.id = f.record_id and f.entity = 'contract' and f.until is null
  and t.registered_on is not null;
update network_facts f set amount = r.amount
from claims r where r.company_id = f.company_id and r.id = f.record_id and f.entity = 'claim' and f.until is null;
update network_facts f set plan_id = (q.draft #>> '{financing,planId}')::bigint
from state_changes s join quotes q on q.company_id = s.company_id and q.id = s.record_id
where s.company_id = f.company_id and s.id = f.id and s.entity = 'quote' and f.entity = 'quote' and f.until is null
  and f.state in ('issued', 'accepted') and jsonb_typeof(q.draft #> '{financing,planId}') = 'number';
alter table network_facts force row level security;
alter table contracts force row level security;
alter table claims force row level security;
alter table state_changes force row level security;
alter table quotes force row level security;
create index network_facts_registered on network_facts (registered_on) include (company_id, record_id, state, count, model_id)
  where entity = 'contract' and until is null and registered_on is not null;
create index network_facts_plan on network_facts (company_id, plan_id) include (state, lapses_on)
  where entity = 'quote' and until is null and plan_id is not null;

-- What a suspension would stop or leave as it is, as each company tells it every night: automatic reports, and papers that wait for
-- signatures of its customers. Counts alone.
create table network_going_on (
  company_id int not null references companies,
  reports int not null check (reports >= 0),
  signatures int not null check (signatures >= 0),
  primary key (company_id)
);
select tenant_table('network_going_on');
select open_table('network_going_on');
alter table network_going_on no force row level security;
alter table automatic_reports no force row level security;
alter table signatures no force row level security;
insert into network_going_on (company_id, reports, signatures)
select c.company_id, (select count(*) from automatic_reports r where r.company_id = c.company_id and r.archived_at is null),
  (select count(*) from signatures g where g.company_id = c.company_id and g.state = 'open')
from companies c where c.company_id <> 10;
alter table network_going_on force row level security;
alter table automatic_reports force row level security;
alter table signatures force row level security;
