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

-- Who has accrued keeps a share, whoever sells the contract now.
insert into commission_splits (company_id, contract_id, user_id, place, share, by_hand)
select k.company_id, k.contract_id, k.user_id, case when k.user_id = c.partner_id then 1 else 0 end,
  case when c.partner_id is null then 10000 else 5000 end, false
from commission_entries k join contracts c on c.company_id = k.company_id and c.id = k.contract_id
where k.kind = 'earned' and k.reversed_on is null
on conflict do nothing;
insert into commission_splits (company_id, contract_id, user_id, place, share, by_hand)
select s.company_id, s.contract_id, case when s.user_id = c.partner_id then c.seller_id else c.partner_id end, 1 - s.place, 5000, false
from commission_splits s join contracts c on c.company_id = s.company_id and c.id = s.contract_id
where c.partner_id is not null and s.share = 5000
on conflict do nothing;

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
