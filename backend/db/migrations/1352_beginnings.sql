-- Whether a record began with this stay: leads and visits of a span are counted where they began, by an index alone. Looking for
-- a former stay of each read the whole company, thousands of times.
alter table network_facts add column begins boolean not null default false;
alter table network_facts no force row level security;
update network_facts f set begins = true
from (select company_id, entity, record_id, min(id) as id from network_facts group by company_id, entity, record_id) m
where m.company_id = f.company_id and m.id = f.id;
alter table network_facts force row level security;
create index network_facts_begun on network_facts (entity, day) include (company_id, record_id, model_id) where begins;
