-- New cars that a company ordered, has or had; amounts in cents with VAT. What a car is stands in the catalogue.
create table new_cars (
  company_id int not null references companies,
  id bigint generated always as identity,
  -- Stock number: N-2026-0012.
  code text not null,
  -- By which the maker knows it.
  order_number text not null default '',
  state text not null default 'ordered' check (state in ('ordered', 'in_transit', 'in_stock', 'sold', 'registered', 'delivered',
    'converted', 'canceled')),
  version_id bigint not null references versions,
  -- Colour, interior, optionals and packs (options).
  option_ids bigint[] not null default '{}',
  vin text not null default '',
  plate text not null default '',
  plate_key text not null generated always as (upper(regexp_replace(plate, '[\s-]', '', 'g'))) stored,
  registered_on date,
  ordered_on date,
  expected_on date,
  arrived_on date,
  location_id bigint,
  -- Place on the lot, keys and their tag.
  spot text not null default '',
  keys int,
  key_tag text not null default '',
  purchase_cost bigint check (purchase_cost >= 0),
  purchase_tax_rate numeric(5,2) not null default 22,
  -- Of the maker.
  invoice text not null default '',
  -- Transport and preparation.
  other_costs bigint check (other_costs >= 0),
  -- What the company asks, without registration.
  price bigint check (price >= 0),
  b2b_price bigint check (b2b_price >= 0),
  min_price bigint check (min_price >= 0),
  -- Papers that are there: domain/stock/new/terms.ts.
  papers text[] not null default '{}',
  notes text not null default '',
  -- Held for somebody until an instant; what has passed is no reservation.
  reserved_by bigint,
  reserved_for bigint,
  reserved_until timestamptz,
  reserved_note text not null default '',
  sale_channel text check (sale_channel in ('retail', 'b2b')),
  sale_price bigint,
  sold_on date,
  buyer text not null default '',
  buyer_id bigint,
  -- Contract or invoice of the sale.
  sale_document text not null default '',
  -- By a person, not by an offer or a contract: taken back by hand, too.
  sold_by_hand boolean not null default false,
  delivered_on date,
  -- When it left the stock for good: delivered, cancelled, gone on as a used car.
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint new_cars_code unique (company_id, code),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, reserved_by) references users (company_id, id),
  foreign key (company_id, reserved_for) references customers (company_id, id),
  foreign key (company_id, buyer_id) references customers (company_id, id)
);
create unique index new_cars_vin on new_cars (company_id, vin) where archived_at is null and vin <> '';
create unique index new_cars_order on new_cars (company_id, order_number) where archived_at is null and order_number <> '';
create index new_cars_state on new_cars (company_id, state, arrived_on, id);
create index new_cars_expected on new_cars (company_id, expected_on, id) where archived_at is null;
create index new_cars_price on new_cars (company_id, price, id) where archived_at is null;
create index new_cars_version on new_cars (company_id, version_id, id);
create index new_cars_reserved on new_cars (company_id, reserved_until) where reserved_until is not null;
select tenant_table('new_cars');

create view new_cars_words with (security_invoker = true) as
  select r.company_id, r.id as record_id, word from new_cars r
    join versions v on v.id = r.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id,
    unnest(words_of(concat_ws(' ', m.name, o.name, v.name)) || coalesce(number_words(r.code), code_words(r.code))
      || code_words(r.order_number) || code_words(r.plate_key) || code_words(r.vin)) word
  where word <> '';

-- A used car may be one that was new here; its sale may be registered by hand, with a document.
alter table used_cars
  add column new_car_id bigint,
  add column buyer_id bigint,
  add column sale_document text not null default '',
  add column sold_by_hand boolean not null default false,
  add foreign key (company_id, new_car_id) references new_cars (company_id, id),
  add foreign key (company_id, buyer_id) references customers (company_id, id);
create unique index used_cars_new_car on used_cars (company_id, new_car_id) where new_car_id is not null;
