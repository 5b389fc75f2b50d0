-- What the manufacturer may know of its network: a row for each stay of a quote, contract, lead or visit in a state, written by the
-- company's own transactions, without persons, prices or margins. Revisions of a quote are one record, the first one.
create table network_facts (
  company_id int not null references companies,
  -- The step in the history of states with which the stay began.
  id bigint not null,
  entity text not null check (entity in ('quote', 'contract', 'lead', 'access')),
  record_id bigint not null,
  state text not null,
  -- Days in Rome; null: it is in this state.
  day date not null,
  until date,
  -- Of the place, or else of the company.
  province text not null,
  model_id bigint,
  -- By which channel it is sold, or from where the lead came.
  channel text not null,
  -- Cars of a contract; one of all else.
  count int not null check (count >= 0),
  primary key (company_id, id)
);
create index network_facts_record on network_facts (company_id, entity, record_id) include (state) where until is null;
create index network_facts_day on network_facts (entity, state, day) include (company_id, record_id, count);
create index network_facts_open on network_facts (entity, state) include (company_id, day, count) where until is null;
select tenant_table('network_facts');
create policy network on network_facts for select using (app_setting('scope') = 'fms');

alter table network_facts no force row level security;
alter table state_changes no force row level security;
alter table companies no force row level security;
alter table locations no force row level security;
alter table quotes no force row level security;
alter table contracts no force row level security;
alter table leads no force row level security;
alter table accesses no force row level security;
insert into network_facts (company_id, id, entity, record_id, state, day, until, province, model_id, channel, count)
select s.company_id, s.id, 'quote', s.root, s.to_state, s.day, lead(s.day) over (partition by s.company_id, s.root order by s.id), s.province, s.model_id, s.channel, 1
from (select s.company_id, s.id, s.to_state, (s.at at time zone 'Europe/Rome')::date as day, coalesce(q.root_id, q.id) as root,
    coalesce(l.province, c.province) as province, q.model_id, q.sale_channel as channel
  from state_changes s join quotes q on q.company_id = s.company_id and q.id = s.record_id join companies c on c.company_id = s.company_id
    left join locations l on l.company_id = q.company_id and l.id = q.location_id
  where s.entity = 'quote' and s.to_state <> 'draft' and not s.undone) s;
insert into network_facts (company_id, id, entity, record_id, state, day, until, province, model_id, channel, count)
select s.company_id, s.id, 'contract', s.record_id,
  case when r.canceled_at is not null and s.id = max(s.id) over (partition by s.company_id, s.record_id) then 'canceled' else s.to_state end,
  (s.at at time zone 'Europe/Rome')::date,
  lead((s.at at time zone 'Europe/Rome')::date) over (partition by s.company_id, s.record_id order by s.id),
  coalesce(l.province, c.province), r.model_id, r.channel, r.pieces
from state_changes s join contracts r on r.company_id = s.company_id and r.id = s.record_id join companies c on c.company_id = s.company_id
  left join locations l on l.company_id = r.company_id and l.id = r.location_id
where s.entity = 'contract' and not s.undone;
insert into network_facts (company_id, id, entity, record_id, state, day, until, province, model_id, channel, count)
select s.company_id, s.id, 'lead', s.record_id, s.to_state, (s.at at time zone 'Europe/Rome')::date,
  lead((s.at at time zone 'Europe/Rome')::date) over (partition by s.company_id, s.record_id order by s.id),
  coalesce(l.province, c.province), null, r.source, 1
from state_changes s join leads r on r.company_id = s.company_id and r.id = s.record_id join companies c on c.company_id = s.company_id
  left join locations l on l.company_id = r.company_id and l.id = r.location_id
where s.entity = 'lead' and not s.undone;
insert into network_facts (company_id, id, entity, record_id, state, day, until, province, model_id, channel, count)
select s.company_id, s.id, 'access', s.record_id, s.to_state, (s.at at time zone 'Europe/Rome')::date,
  lead((s.at at time zone 'Europe/Rome')::date) over (partition by s.company_id, s.record_id order by s.id),
  coalesce(l.province, c.province), null, r.subject, 1
from state_changes s join accesses r on r.company_id = s.company_id and r.id = s.record_id join companies c on c.company_id = s.company_id
  left join locations l on l.company_id = r.company_id and l.id = r.location_id
where s.entity = 'access' and not s.undone;
alter table network_facts force row level security;
alter table state_changes force row level security;
alter table companies force row level security;
alter table locations force row level security;
alter table quotes force row level security;
alter table contracts force row level security;
alter table leads force row level security;
alter table accesses force row level security;

-- What the quotes of a company, by their first revisions, use of the manufacturer's own campaigns: gross cents that the newest issued
-- revision gives.
create table network_uses (
  company_id int not null references companies,
  record_id bigint not null,
  campaign_id bigint not null,
  amount bigint not null,
  primary key (company_id, record_id, campaign_id)
);
create index network_uses_campaign on network_uses (campaign_id) include (company_id, record_id, amount);
select tenant_table('network_uses');
create policy network on network_uses for select using (app_setting('scope') = 'fms');
alter table network_uses no force row level security;
alter table campaign_uses no force row level security;
alter table quotes no force row level security;
insert into network_uses (company_id, record_id, campaign_id, amount)
select u.company_id, coalesce(q.root_id, q.id), u.campaign_id, u.amount
from campaign_uses u join quotes q on q.company_id = u.company_id and q.id = u.quote_id
where u.owner_id = 10 and not q.superseded and q.state <> 'draft';
alter table network_uses force row level security;
alter table campaign_uses force row level security;
alter table quotes force row level security;

-- What it read of users and quotes until now, it reads no more.
drop policy network on users;
drop policy network on quotes;
