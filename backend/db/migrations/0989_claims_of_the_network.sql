-- Company 10 answers what is claimed of its own campaigns, through a door, and nothing else.
drop policy shut on claims;
create policy shut on claims as restrictive using (app_setting('scope') is null
  or (app_setting('scope') = 'door' and payer = 'maker' and campaign_company_id = 10));
drop policy shut on state_changes;
create policy shut on state_changes as restrictive using (app_setting('scope') is null or company_id = 10
  or (app_setting('scope') = 'door' and entity = 'claim'));
drop policy shut on search_words;
create policy shut on search_words as restrictive using (app_setting('scope') is null or company_id = 10
  or kind in ('accessories', 'tyres', 'services', 'insurances', 'plans', 'layoutSections')
  or (app_setting('scope') = 'door' and kind = 'claims'));

-- What the manufacturer counts of its network: claims of its own campaigns, by campaign, without persons or amounts.
alter table claims no force row level security;
alter table state_changes no force row level security;
alter table network_facts no force row level security;
alter table companies no force row level security;
alter table locations no force row level security;
alter table network_facts add column campaign_id bigint;
alter table network_facts drop constraint network_facts_entity_check;
alter table network_facts add constraint network_facts_entity_check check (entity in ('quote', 'contract', 'lead', 'access', 'claim'));
insert into network_facts (company_id, id, entity, record_id, state, day, until, province, model_id, channel, count, campaign_id)
select s.company_id, s.id, 'claim', s.record_id, s.to_state, (s.at at time zone 'Europe/Rome')::date, null,
  coalesce(l.province, c.province), null, r.type, 1, r.campaign_id
from state_changes s join claims r on r.company_id = s.company_id and r.id = s.record_id join companies c on c.company_id = s.company_id
  left join locations l on l.company_id = r.company_id and l.id = r.location_id
where s.entity = 'claim' and r.payer = 'maker' and r.campaign_company_id = 10;
alter table claims force row level security;
alter table state_changes force row level security;
alter table network_facts force row level security;
alter table companies force row level security;
alter table locations force row level security;
