-- What changed of a month after its end: by which day a contract had counted and does now, and with which amount. A figure of that
-- month as it was then is the figure of today, with these taken back.
create table contract_changes (
  company_id int not null references companies,
  id bigint generated always as identity,
  contract_id bigint not null,
  basis text not null check (basis in ('signed', 'approved', 'billed', 'registered', 'delivered')),
  what text not null check (what in ('entered', 'undone', 'canceled', 'moved', 'amount')),
  -- Null: it did not count, or counts no more.
  day_before date,
  day_after date,
  amount_before bigint not null,
  amount_after bigint not null,
  at timestamptz not null,
  -- Null: nobody's request made it, or it is not known who did.
  user_id bigint,
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id),
  check (day_before is not null or day_after is not null)
);
create index contract_changes_of on contract_changes (company_id, contract_id);
create index contract_changes_before on contract_changes (company_id, basis, day_before) where day_before is not null;
create index contract_changes_after on contract_changes (company_id, basis, day_after) where day_after is not null;
select tenant_table('contract_changes');
revoke update, delete on contract_changes from app_rw;

-- The past, as far as it is known to the day: cancelled contracts have kept their days; approvals and invoices that were taken back
-- had the day on which they were entered.
alter table contracts no force row level security;
alter table state_changes no force row level security;
alter table contract_changes no force row level security;
insert into contract_changes (company_id, contract_id, basis, what, day_before, amount_before, amount_after, at, user_id)
select c.company_id, c.id, d.basis, 'canceled', d.day, c.total, c.total, c.canceled_at, c.canceled_by
from contracts c cross join lateral (values ('signed', c.signed_on), ('approved', c.approved_on), ('billed', c.billed_on),
  ('registered', c.registered_on), ('delivered', c.delivered_on)) d (basis, day)
where c.canceled_at is not null and date_trunc('month', d.day) < date_trunc('month', (c.canceled_at at time zone 'Europe/Rome')::date);
insert into contract_changes (company_id, contract_id, basis, what, day_before, amount_before, amount_after, at, user_id)
select m.company_id, m.record_id, m.basis, 'undone', m.day, c.total, c.total, m.at, m.user_id
from (select s.*, case s.from_state when 'billed' then 'billed' else 'approved' end as basis,
    (select max(e.at at time zone 'Europe/Rome')::date from state_changes e
      where e.company_id = s.company_id and e.entity = 'contract' and e.record_id = s.record_id and e.id < s.id
        and e.to_state = s.from_state and e.from_state = case s.from_state when 'billed' then 'approved' else 'waiting_approvation' end) as day
  from state_changes s where s.entity = 'contract'
    and (s.from_state = 'billed' and s.to_state = 'approved' or s.from_state = 'approved' and s.to_state = 'waiting_approvation')) m
join contracts c on c.company_id = m.company_id and c.id = m.record_id
where date_trunc('month', m.day) < date_trunc('month', (m.at at time zone 'Europe/Rome')::date);
alter table contracts force row level security;
alter table state_changes force row level security;
alter table contract_changes force row level security;
