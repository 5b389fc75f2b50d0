-- A contract uses of the manufacturer's campaigns what it agrees itself, with or without a quote, and its quote nothing while it goes on.
alter table network_uses add column entity text not null default 'quote' check (entity in ('quote', 'contract'));
alter table network_uses alter column entity drop default;
alter table network_uses drop constraint network_uses_pkey;
alter table network_uses add primary key (company_id, entity, record_id, campaign_id);
drop index network_uses_campaign;
create index network_uses_campaign on network_uses (campaign_id) include (company_id, entity, record_id, amount);

alter table network_uses no force row level security;
alter table contract_lines no force row level security;
alter table contracts no force row level security;
insert into network_uses (company_id, entity, record_id, campaign_id, amount)
select t.company_id, 'contract', t.id, l.campaign_id, sum(l.amount)
from contract_lines l join contracts t on t.company_id = l.company_id and t.id = l.contract_id
where l.campaign_company_id = 10 and t.canceled_at is null and t.withdrawn_at is null
group by t.company_id, t.id, l.campaign_id;
alter table network_uses force row level security;
alter table contract_lines force row level security;
alter table contracts force row level security;
