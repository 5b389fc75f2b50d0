-- What payers owe for contracts: a row for each incentive that is refunded, and for each claim by hand, with its course. A claim
-- says of its contract what never is a person, so that the manufacturer can answer those of its own campaigns.
create table claims (
  company_id int not null references companies,
  id bigint generated always as identity,
  contract_id bigint not null,
  -- Of the contract as it was approved.
  number text not null,
  vehicle text not null,
  location_id bigint,
  -- The incentive of the contract, whose rows are written anew with each economic version; null: by hand, or it is no longer there.
  line_id bigint,
  kind text not null check (kind in ('incentive', 'warranty', 'other')),
  type text not null,
  payer text not null check (payer in ('maker', 'state', 'financial', 'insurer', 'dealer')),
  name text not null,
  item_id bigint,
  campaign_company_id int,
  campaign_id bigint,
  campaign text,
  state text not null default 'due' check (state in ('due', 'claimed', 'credited', 'refused', 'void', 'owed_back', 'returned')),
  -- Somebody decided that it is not asked for, not the contract.
  waived boolean not null default false,
  -- Net cents.
  amount bigint not null check (amount >= 0),
  due_by date,
  booking_number text not null default '',
  proof_id bigint,
  claimed_on date,
  credit_note text not null default '',
  credited_on date,
  credited_amount bigint check (credited_amount > 0),
  returned_on date,
  refusal text,
  refusal_note text not null default '',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint claims_credited check (state not in ('credited', 'owed_back', 'returned') or credited_on is not null),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, proof_id) references uploads (company_id, id)
);
create index claims_of_contract on claims (company_id, contract_id);
create index claims_line on claims (company_id, line_id) where line_id is not null;
create index claims_state on claims (company_id, state, due_by, id);
create index claims_due on claims (company_id, due_by, id);
create index claims_proof on claims (company_id, proof_id) where proof_id is not null;
create index claims_at_location on claims (company_id, location_id) where location_id is not null;
select tenant_table('claims');
create view claims_words with (security_invoker = true) as
  select company_id, id as record_id, word
  from claims, unnest(words_of(concat_ws(' ', vehicle, campaign)) || number_words(number) || code_words(booking_number)) word
  where word <> '';

-- Once for the past: the incentives of contracts that go on, and what offices noted by hand. Nobody knows by when those
-- end. A note of the same amount is what became of the incentive, each of one: nothing is claimed twice.
alter table claims no force row level security;
alter table contracts no force row level security;
alter table contract_lines no force row level security;
alter table state_changes no force row level security;
alter table search_words no force row level security;
create temporary table noted on commit drop as
  select t.company_id, t.id as contract_id, r, greatest(0, coalesce((r ->> 'amount')::bigint, 0)) as amount,
    row_number() over (partition by t.company_id, t.id, (r ->> 'amount')::bigint order by ord) as place
  from contracts t, jsonb_array_elements(t.claims) with ordinality noted(r, ord);
create temporary table earned on commit drop as
  select l.company_id, l.contract_id, l.id, l.earned as amount,
    row_number() over (partition by l.company_id, l.contract_id, l.earned order by l.id) as place
  from contract_lines l join contracts t on t.company_id = l.company_id and t.id = l.contract_id
  where l.kind = 'incentive' and l.earned > 0 and l.party in ('maker', 'state', 'financial', 'dealer')
    and t.state in ('approved', 'billed', 'completed') and t.canceled_at is null and t.withdrawn_at is null and t.origin <> 'history';
insert into claims (company_id, contract_id, number, vehicle, location_id, line_id, kind, type, payer, name, item_id,
  campaign_company_id, campaign_id, campaign, amount, booking_number, state, claimed_on, credited_on, credited_amount,
  created_at, updated_at)
select l.company_id, l.contract_id, t.number, t.vehicle, t.location_id, l.id, 'incentive', l.type, l.party, l.name, l.item_id,
  l.campaign_company_id, l.campaign_id, l.campaign, l.earned, case when l.party = 'state' then coalesce(t.draft ->> 'bookingNumber', '') else '' end,
  case when n.r ->> 'receivedOn' is not null then 'credited' when n.r ->> 'claimedOn' is not null then 'claimed' else 'due' end,
  (n.r ->> 'claimedOn')::date, (n.r ->> 'receivedOn')::date, case when n.r ->> 'receivedOn' is not null then l.earned end,
  now(), now()
from earned e join contract_lines l on l.company_id = e.company_id and l.id = e.id
  join contracts t on t.company_id = l.company_id and t.id = l.contract_id
  left join noted n on n.company_id = e.company_id and n.contract_id = e.contract_id and n.amount = e.amount and n.place = e.place;
insert into claims (company_id, contract_id, number, vehicle, location_id, kind, type, payer, name, state, amount, claimed_on,
  credited_on, credited_amount, created_at, updated_at)
select t.company_id, t.id, t.number, t.vehicle, t.location_id, 'other', 'other', 'maker', coalesce(r ->> 'label', ''),
  case when r ->> 'receivedOn' is not null then case when coalesce(t.canceled_at, t.withdrawn_at) is null then 'credited' else 'owed_back' end
    when coalesce(t.canceled_at, t.withdrawn_at) is not null then 'void' when r ->> 'claimedOn' is not null then 'claimed' else 'due' end,
  n.amount, (r ->> 'claimedOn')::date, (r ->> 'receivedOn')::date,
  case when r ->> 'receivedOn' is not null then nullif(n.amount, 0) end, now(), now()
from noted n join contracts t on t.company_id = n.company_id and t.id = n.contract_id
where not exists (select from earned e where e.company_id = n.company_id and e.contract_id = n.contract_id
  and e.amount = n.amount and e.place = n.place);
insert into state_changes (company_id, entity, record_id, from_state, to_state, at)
select company_id, 'claim', id, null, state, created_at from claims;
insert into search_words (company_id, kind, record_id, word)
select distinct company_id, 'claims', record_id, word from claims_words;
alter table claims force row level security;
alter table contracts force row level security;
alter table contract_lines force row level security;
alter table state_changes force row level security;
alter table search_words force row level security;
