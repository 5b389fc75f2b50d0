-- What a person earned in a month: put together while it is a draft, frozen with its lines, their rules and a hash when it is confirmed.
create table commission_statements (
  company_id int not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  state text not null default 'draft' check (state in ('draft', 'confirmed', 'paid')),
  -- What its lines add up to, with the debt that it takes on from a former statement; what is below zero goes on.
  total bigint,
  carries bigint,
  carried bigint not null default 0,
  lines jsonb,
  hash text,
  confirmed_by bigint,
  confirmed_at timestamptz,
  paid_by bigint,
  paid_on date,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint commission_statements_month unique (company_id, user_id, month),
  -- A debt goes on once.
  constraint commission_statements_carries unique (company_id, carries),
  check ((state = 'draft') = (hash is null)),
  check ((state = 'draft') = (total is null)),
  check ((state = 'paid') = (paid_on is not null)),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, carries) references commission_statements (company_id, id),
  foreign key (company_id, confirmed_by) references users (company_id, id),
  foreign key (company_id, paid_by) references users (company_id, id)
);
create index commission_statements_months on commission_statements (company_id, month desc, id desc);
create index commission_statements_state on commission_statements (company_id, state);
select tenant_table('commission_statements');
create view commission_statements_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word
  from commission_statements t join users u on u.company_id = t.company_id and u.id = t.user_id, unnest(words_of(u.name)) word
  where word <> '';

-- Who shares a sale, the first one first: from its approval on, or as somebody split it by hand.
create table commission_splits (
  company_id int not null references companies,
  contract_id bigint not null,
  user_id bigint not null,
  place int not null,
  -- Hundredths of a percent.
  share int not null check (share between 1 and 10000),
  by_hand boolean not null,
  primary key (company_id, contract_id, user_id),
  constraint commission_splits_place unique (company_id, contract_id, place),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
);
select tenant_table('commission_splits');

-- The commissions written until now become the first lines of the ledger: each stays as it is, to the cent, and one that was taken
-- back gets the opposite line.
alter table contract_commissions no force row level security;
alter table contracts no force row level security;
alter table commission_statements no force row level security;
alter table commission_splits no force row level security;
alter table audit_events no force row level security;
alter table audit_facts no force row level security;
alter table state_changes no force row level security;
alter table users no force row level security;
alter table search_words no force row level security;
alter table contract_commissions rename to commission_entries;
drop index contract_commissions_once;
drop index contract_commissions_of_user;
alter table commission_entries rename column accrued_on to day;
alter table commission_entries alter column contract_id drop not null;
alter table commission_entries add column month date;
-- What it is: earned with a trigger, reckoned again with the invoice, taken back, or entered by hand.
alter table commission_entries add column kind text not null default 'earned' check (kind in ('earned', 'restated', 'reversed', 'spiff', 'manual'));
alter table commission_entries add column trigger text default 'approved' check (trigger in ('approved', 'billed', 'delivered', 'paid'));
-- As who sells, or by a role on the sales of their places.
alter table commission_entries add column earns text not null default 'seller' check (earns in ('seller', 'role'));
-- Hundredths of a percent, and what was split.
alter table commission_entries add column share int not null default 10000;
alter table commission_entries add column whole bigint;
-- What each rule paid, with its percentages of then.
alter table commission_entries add column parts jsonb not null default '[]';
alter table commission_entries add column reverses_id bigint;
alter table commission_entries add column reason text not null default '';
alter table commission_entries add column made_by bigint;
alter table commission_entries add column at timestamptz;
update commission_entries set month = date_trunc('month', day)::date, whole = amount, at = day::timestamp at time zone 'Europe/Rome';
insert into commission_entries (company_id, contract_id, user_id, amount, open, day, month, kind, whole, reverses_id, at)
select company_id, contract_id, user_id, -amount, open, reversed_on, date_trunc('month', reversed_on)::date, 'reversed', -amount, id,
  reversed_on::timestamp at time zone 'Europe/Rome'
from commission_entries where reversed_on is not null;

insert into commission_statements (company_id, user_id, month, created_at, updated_at)
select company_id, user_id, month, min(at), max(at) from commission_entries group by company_id, user_id, month;
insert into search_words (company_id, kind, record_id, word)
select distinct company_id, 'commissionStatements', record_id, word from commission_statements_words;

-- Who shares a sale that is approved: whoever accrued, then who sold it on that day, whoever sells it now. The history knows who gave
-- it away first since then, by the name of then.
insert into commission_splits (company_id, contract_id, user_id, place, share, by_hand)
with accrued as (
  select company_id, contract_id, user_id, count(*) over (partition by company_id, contract_id) as people
  from commission_entries where kind = 'earned' and reversed_on is null
), sold as (
  select c.company_id, c.id, c.partner_id, coalesce(given.user_id, c.seller_id) as seller_id,
    greatest(coalesce((select max(k.people) from accrued k where k.company_id = c.company_id and k.contract_id = c.id), 0),
      case when c.partner_id is null then 1 else 2 end) as people
  from contracts c
  left join lateral (
    select max(s.at) as at from state_changes s where s.company_id = c.company_id and s.entity = 'contract' and s.record_id = c.id
      and s.to_state = 'approved' and s.from_state is distinct from 'billed'
  ) approval on true
  left join lateral (
    select u.id as user_id from audit_events e
    join audit_facts f on f.company_id = e.company_id and f.event_id = e.id
    join users u on u.company_id = e.company_id and u.id = any(c.former_sellers) and u.name = f.facts -> 'before' ->> 'seller'
    where e.company_id = c.company_id and e.entity = 'contract' and e.entity_id = c.id and e.action = 'assign' and e.at > approval.at
    order by e.id limit 1
  ) given on true
  where (c.approved_on is not null and c.canceled_at is null)
    or exists (select from accrued k where k.company_id = c.company_id and k.contract_id = c.id)
), candidates as (
  select s.company_id, s.id, k.user_id, 0 as rank from sold s join accrued k on k.company_id = s.company_id and k.contract_id = s.id
  union all select company_id, id, seller_id, 1 from sold
  union all select company_id, id, partner_id, 2 from sold where partner_id is not null
), ranked as (
  select company_id, id, user_id, row_number() over (partition by company_id, id order by min(rank), user_id) as nth
  from candidates group by company_id, id, user_id
), sharers as (
  select r.company_id, r.id, r.user_id, count(*) over (partition by r.company_id, r.id) as people,
    row_number() over (partition by r.company_id, r.id order by r.user_id is not distinct from s.partner_id, r.nth) - 1 as place
  from ranked r join sold s on s.company_id = r.company_id and s.id = r.id where r.nth <= s.people
)
select company_id, id, user_id, place, 10000 / people + case when place = 0 then 10000 % people else 0 end, false from sharers;

alter table commission_entries drop column frozen_on;
alter table commission_entries drop column reversed_on;
alter table commission_entries alter column month set not null;
alter table commission_entries alter column whole set not null;
alter table commission_entries alter column at set not null;
alter table commission_entries alter column kind drop default;
alter table commission_entries alter column trigger drop default;
alter table commission_entries add constraint commission_entries_once unique (company_id, reverses_id);
alter table commission_entries add constraint commission_entries_reverses foreign key (company_id, reverses_id) references commission_entries (company_id, id);
alter table commission_entries add constraint commission_entries_statement foreign key (company_id, user_id, month)
  references commission_statements (company_id, user_id, month);
alter table commission_entries add constraint commission_entries_made_by foreign key (company_id, made_by) references users (company_id, id);
alter table commission_entries add constraint commission_entries_why check (kind not in ('spiff', 'manual') or (reason <> '' and made_by is not null));
create index commission_entries_of_statement on commission_entries (company_id, user_id, month, id);
create index commission_entries_of_contract on commission_entries (company_id, contract_id) where contract_id is not null;
revoke update, delete on commission_entries from app_rw;
alter table commission_entries force row level security;
alter table contracts force row level security;
alter table commission_statements force row level security;
alter table commission_splits force row level security;
alter table audit_events force row level security;
alter table audit_facts force row level security;
alter table state_changes force row level security;
alter table users force row level security;
alter table search_words force row level security;
