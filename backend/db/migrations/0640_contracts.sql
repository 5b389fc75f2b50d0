-- Contracts (domain.md §4.1). What others count is a column, never read from JSON; what has rows has a table. Amounts are cents.
create table contracts (
  company_id int not null references companies,
  id bigint generated always as identity,
  -- C-2026-00042.
  number text not null,
  state text not null default 'incomplete' check (state in ('incomplete', 'waiting_commercial_approvation', 'waiting_approvation',
    'approved', 'billed', 'completed')),
  -- Since when it is in its state.
  since timestamptz not null,
  -- Beside the state, which stays.
  canceled_at timestamptz,
  canceled_by bigint,
  kind text not null check (kind in ('new', 'used', 'b2b')),
  channel text not null check (channel in ('retail', 'business', 'b2b')),
  origin text not null check (origin in ('quote', 'b2b_quote', 'stock', 'hand')),
  -- The first revision of the quote or offer, by which every revision is known.
  quote_id bigint,
  b2b_quote_id bigint,
  seller_id bigint not null,
  partner_id bigint,
  made_by bigint not null,
  -- Who validated, and which validations were made by somebody who sells it.
  commercial_by bigint,
  approved_by bigint,
  alone text[] not null default '{}',
  location_id bigint,
  business_center_id bigint,
  customer_id bigint,
  cobuyer_id bigint,
  guarantor_id bigint,
  representative_id bigint,
  vehicle text not null,
  body text,
  paint text,
  maker_id bigint,
  model_id bigint,
  version_id bigint,
  -- What was decided, and prices, parameters and texts as they were; their version.
  draft jsonb not null,
  snapshot jsonb not null,
  economic_version int not null default 1,
  total bigint not null,
  keys_in_hand bigint not null,
  list_total bigint not null,
  discount bigint not null,
  financed bigint not null,
  instalment bigint,
  -- As priced, without corrections; null where a cost is not known.
  priced_first bigint,
  priced_second bigint,
  priced_third bigint,
  -- With corrections.
  margin_first bigint,
  margin_second bigint,
  margin_third bigint,
  within_cap boolean not null,
  insured boolean not null,
  agreed_trade_ins jsonb not null default '[]',
  -- Sums of its receipts and of its invoices less credit notes.
  received bigint not null default 0,
  invoiced bigint not null default 0,
  signed_on date,
  approved_on date,
  billed_on date,
  registered_on date,
  delivered_on date,
  -- Sections in which its next move lacks something, as of its last change.
  lacking text[] not null default '{}',
  -- general
  promised_on date,
  signature_type text not null default 'digital_otp',
  concluded text not null default 'premises',
  override_reason text not null default '',
  notes text not null default '',
  -- customer
  profession text not null default '',
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  cap text not null default '',
  city text not null default '',
  province text not null default '',
  -- used_cars
  trade_ins jsonb not null default '[]',
  trade_in_checked boolean not null default false,
  -- financial
  finance_outcome text not null default 'none',
  practice_number text not null default '',
  resolved_on date,
  resolved_until date,
  liquidated_on date,
  precontract_on date,
  precontract_version text not null default '',
  plan_ends_on date,
  policy_ends_on date,
  -- contability
  deposit_outcome text,
  -- reserved
  checklist text[] not null default '{}',
  deposit_waiver boolean not null default false,
  plate_pending boolean not null default false,
  protocol text not null default '',
  claims jsonb not null default '[]',
  internal_notes text not null default '',
  -- performances
  corrections jsonb not null default '[]',
  -- calendars
  delivery_on date,
  delivery_at text not null default '',
  delivery_place text not null default '',
  preparation text[] not null default '{}',
  delivery_notes text not null default '',
  version int not null default 1,
  versions jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint contracts_number unique (company_id, number),
  foreign key (company_id, quote_id) references quotes (company_id, id),
  foreign key (company_id, b2b_quote_id) references b2b_quotes (company_id, id),
  foreign key (company_id, seller_id) references users (company_id, id),
  foreign key (company_id, partner_id) references users (company_id, id),
  foreign key (company_id, made_by) references users (company_id, id),
  foreign key (company_id, commercial_by) references users (company_id, id),
  foreign key (company_id, approved_by) references users (company_id, id),
  foreign key (company_id, canceled_by) references users (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, business_center_id) references business_centers (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id),
  foreign key (company_id, cobuyer_id) references customers (company_id, id),
  foreign key (company_id, guarantor_id) references customers (company_id, id),
  foreign key (company_id, representative_id) references customers (company_id, id)
);
-- One contract of a quote or an offer at a time.
create unique index contracts_of_quote on contracts (company_id, quote_id) where canceled_at is null and quote_id is not null;
create unique index contracts_of_offer on contracts (company_id, b2b_quote_id) where canceled_at is null and b2b_quote_id is not null;
create index contracts_created on contracts (company_id, created_at desc, id desc);
create index contracts_updated on contracts (company_id, updated_at desc, id desc);
create index contracts_state on contracts (company_id, state, created_at desc, id desc) include (total, received, margin_second);
create index contracts_of_seller on contracts (company_id, seller_id, created_at desc, id desc);
create index contracts_of_partner on contracts (company_id, partner_id) where partner_id is not null;
create index contracts_of_customer on contracts (company_id, customer_id);
create index contracts_of_cobuyer on contracts (company_id, cobuyer_id) where cobuyer_id is not null;
create index contracts_of_guarantor on contracts (company_id, guarantor_id) where guarantor_id is not null;
create index contracts_of_representative on contracts (company_id, representative_id) where representative_id is not null;
-- Figures by the day on which they are counted.
create index contracts_signed on contracts (company_id, signed_on) where signed_on is not null;
create index contracts_approved on contracts (company_id, approved_on) where approved_on is not null;
create index contracts_billed on contracts (company_id, billed_on) where billed_on is not null;
create index contracts_delivered on contracts (company_id, delivered_on) where delivered_on is not null;
create index contracts_delivery on contracts (company_id, delivery_on, id) where canceled_at is null;
select tenant_table('contracts');

-- The cars of the stock that a contract sells: one, or several to a trader.
create table contract_cars (
  company_id int not null references companies,
  id bigint generated always as identity,
  contract_id bigint not null,
  used_car_id bigint,
  new_car_id bigint,
  price bigint not null,
  regime text not null check (regime in ('margin', 'vat', 'intra_eu', 'export')),
  primary key (company_id, id),
  check (num_nonnulls(used_car_id, new_car_id) = 1),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade,
  foreign key (company_id, used_car_id) references used_cars (company_id, id),
  foreign key (company_id, new_car_id) references new_cars (company_id, id)
);
create index contract_cars_of on contract_cars (company_id, contract_id);
create index contract_cars_used on contract_cars (company_id, used_car_id) where used_car_id is not null;
create index contract_cars_new on contract_cars (company_id, new_car_id) where new_car_id is not null;
select tenant_table('contract_cars');

-- The plan of payments.
create table contract_payments (
  company_id int not null references companies,
  id bigint generated always as identity,
  contract_id bigint not null,
  place int not null,
  kind text not null,
  method text not null,
  due_on date,
  amount bigint not null,
  note text not null default '',
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade
);
create index contract_payments_of on contract_payments (company_id, contract_id, place);
create index contract_payments_due on contract_payments (company_id, due_on);
select tenant_table('contract_payments');

-- Money that came or went back; none is deleted, one is reversed by another.
create table contract_receipts (
  company_id int not null references companies,
  id bigint generated always as identity,
  contract_id bigint not null,
  number text not null,
  received_on date not null,
  method text not null,
  amount bigint not null check (amount <> 0),
  reference text not null default '',
  reverses_id bigint,
  made_by bigint not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint contract_receipts_number unique (company_id, number),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade,
  foreign key (company_id, reverses_id) references contract_receipts (company_id, id),
  foreign key (company_id, made_by) references users (company_id, id)
);
create index contract_receipts_of on contract_receipts (company_id, contract_id);
create index contract_receipts_on on contract_receipts (company_id, received_on);
create unique index contract_receipts_reversed on contract_receipts (company_id, reverses_id) where reverses_id is not null;
select tenant_table('contract_receipts');

-- Invoices and credit notes as data: the accounting system sends them.
create table contract_invoices (
  company_id int not null references companies,
  id bigint generated always as identity,
  contract_id bigint not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number text not null,
  issued_on date not null,
  amount bigint not null check (amount > 0),
  made_by bigint not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  -- A number is given once a year.
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade,
  foreign key (company_id, made_by) references users (company_id, id)
);
create unique index contract_invoices_number on contract_invoices (company_id, kind, number, (extract(year from issued_on)));
create index contract_invoices_of on contract_invoices (company_id, contract_id);
create index contract_invoices_on on contract_invoices (company_id, issued_on);
select tenant_table('contract_invoices');

create table contract_objectives (
  company_id int not null references companies,
  id bigint generated always as identity,
  contract_id bigint not null,
  objective text not null,
  source text not null check (source in ('auto', 'hand')),
  note text not null default '',
  proof_id bigint,
  primary key (company_id, id),
  constraint contract_objectives_once unique (company_id, contract_id, objective),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade,
  foreign key (company_id, proof_id) references uploads (company_id, id)
);
select tenant_table('contract_objectives');

create table contract_attachments (
  company_id int not null references companies,
  id bigint generated always as identity,
  contract_id bigint not null,
  place int not null,
  type text not null,
  upload_id bigint not null,
  expires_on date,
  note text not null default '',
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade,
  foreign key (company_id, upload_id) references uploads (company_id, id)
);
create index contract_attachments_of on contract_attachments (company_id, contract_id, place);
select tenant_table('contract_attachments');

-- The customer's name of today, the number, the car as the contract names it, and plates and chassis numbers.
create view contracts_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word
  from contracts t left join customers c on c.company_id = t.company_id and c.id = t.customer_id
  cross join lateral (select coalesce(array_agg(part), '{}') as parts from contract_cars k
      left join used_cars u on u.company_id = k.company_id and u.id = k.used_car_id
      left join new_cars n on n.company_id = k.company_id and n.id = k.new_car_id,
      unnest(code_words(coalesce(u.plate_key, n.plate_key, '')) || code_words(coalesce(u.vin, n.vin, ''))) part
    where k.company_id = t.company_id and k.contract_id = t.id) cars,
  unnest(words_of(concat_ws(' ', c.name, t.vehicle)) || number_words(t.number) || cars.parts) word
  where word <> '';
