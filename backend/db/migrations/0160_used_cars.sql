-- Used cars that a company has, expects or had; amounts in cents with VAT unless said otherwise.
create table used_cars (
  company_id int not null references companies,
  id bigint generated always as identity,
  -- Stock number: U-2026-0148.
  code text not null,
  state text not null default 'scheduled' check (state in ('scheduled', 'acquired', 'restoring', 'consignment', 'service_vehicle',
    'sold', 'delivered', 'canceled', 'returned')),
  -- As it was typed; `plate_key` is what is compared.
  plate text not null default '',
  plate_key text not null generated always as (upper(regexp_replace(plate, '[\s-]', '', 'g'))) stored,
  vin text not null default '',
  maker text not null,
  model text not null,
  version_name text not null default '',
  body text not null,
  fuel text not null,
  gearbox text not null,
  -- Vehicle class and payload in kg decide the IPT of vans.
  category text not null default 'M1' check (category in ('M1', 'N1', 'N2')),
  payload int,
  kw int,
  cc int,
  co2 int,
  euro_class text not null default '',
  seats int,
  doors int,
  colour text not null default '',
  registered_on date,
  km int,
  owners int,
  -- Revisione.
  inspection_until date,
  location_id bigint,
  -- Place on the lot, keys and their tag.
  spot text not null default '',
  keys int,
  key_tag text not null default '',
  purchase_type text not null,
  seller_kind text not null,
  -- Of whom it was bought.
  seller text not null default '',
  market text not null check (market in ('italy', 'other')),
  regime text not null check (regime in ('retail', 'iva_exposed')),
  purchased_on date,
  purchase_cost bigint check (purchase_cost >= 0),
  -- Of the purchase invoice; 0 in the margin scheme.
  purchase_tax_rate numeric(5,2) not null default 0,
  purchase_document text not null default '',
  expected_on date,
  acquired_on date,
  consignor text not null default '',
  mandate_until date,
  consignment_fee bigint,
  retail_price bigint check (retail_price >= 0),
  b2b_price bigint check (b2b_price >= 0),
  min_price bigint check (min_price >= 0),
  -- Own amounts for change of ownership, mini-passage and export; null: what the tariffs say.
  retail_expense bigint,
  b2b_expense bigint,
  export_expense bigint,
  warranty_kind text,
  warranty_months int,
  -- One item per line.
  equipment text not null default '',
  -- Papers that are there: domain/stock/terms.ts.
  papers text[] not null default '{}',
  notes text not null default '',
  -- Sums of the ledger, written with it: with VAT, and without.
  costs_gross bigint not null default 0,
  costs_net bigint not null default 0,
  -- Held for somebody until an instant; what has passed is no reservation.
  reserved_by bigint,
  reserved_for bigint,
  reserved_until timestamptz,
  reserved_note text not null default '',
  sale_channel text check (sale_channel in ('retail', 'b2b')),
  sale_price bigint,
  sold_on date,
  buyer text not null default '',
  delivered_on date,
  -- When it left the stock for good: delivered, returned, cancelled.
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint used_cars_code unique (company_id, code),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, reserved_by) references users (company_id, id),
  foreign key (company_id, reserved_for) references customers (company_id, id)
);
-- A car stands in the stock once (domain.md §2.9).
create unique index used_cars_plate on used_cars (company_id, plate_key) where archived_at is null and plate_key <> '';
create index used_cars_state on used_cars (company_id, state, acquired_on, id);
create index used_cars_acquired on used_cars (company_id, acquired_on, id) where archived_at is null;
create index used_cars_price on used_cars (company_id, retail_price, id) where archived_at is null;
create index used_cars_km on used_cars (company_id, km, id) where archived_at is null;
create index used_cars_reserved on used_cars (company_id, reserved_until) where reserved_until is not null;
select tenant_table('used_cars');

-- What was spent on a car beside its purchase, and what is expected to be.
create table used_car_costs (
  company_id int not null,
  id bigint generated always as identity,
  car_id bigint not null,
  kind text not null,
  note text not null default '',
  supplier text not null default '',
  document text not null default '',
  day date,
  -- With VAT; what was planned, and what it came to (null: not yet).
  expected bigint,
  amount bigint,
  tax_rate numeric(5,2) not null default 22,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, car_id) references used_cars (company_id, id)
);
create index used_car_costs_car on used_car_costs (company_id, car_id, id);
select tenant_table('used_car_costs');

create view used_cars_words with (security_invoker = true) as
  select company_id, id as record_id, word from used_cars, unnest(
    words_of(concat_ws(' ', maker, model, version_name, colour)) || coalesce(number_words(code), code_words(code)) || code_words(plate_key) || code_words(vin)) word
  where word <> '';
