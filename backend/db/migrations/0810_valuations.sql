-- Valuations of customers' cars (domain.md §1.8, §2.16).
create table valuations (
  company_id int not null references companies,
  id bigint generated always as identity,
  -- V-2026-00042.
  number text not null,
  state text not null default 'open' check (state in ('open', 'requested', 'offered', 'taken', 'closed')),
  made_by bigint not null,
  specialist_id bigint,
  question text not null default '',
  asked_at timestamptz,
  answer_by timestamptz,
  plate text not null default '',
  plate_key text not null default '',
  maker text not null,
  model text not null,
  version_name text not null default '',
  version_code text not null default '',
  body text not null,
  fuel text not null,
  gearbox text not null,
  registered_on date,
  km int,
  customer_id bigint,
  location_id bigint,
  tyres int,
  keys int,
  servicing text,
  notes text not null default '',
  source text check (source in ('EUR', 'IND')),
  base bigint not null default 0,
  monthly bigint not null default 0,
  month_typed bigint,
  km_typed bigint,
  equipment text not null default '',
  optionals bigint not null default 0,
  optionals_typed bigint,
  preparation bigint,
  regime text not null,
  retail_price bigint,
  target bigint,
  -- On the map of the car, each with its cost and its photos.
  damages jsonb not null default '[]',
  offer bigint,
  offer_until date,
  offer_km int,
  offered_at timestamptz,
  -- What it became: the trade-in of a quote, or a car of the stock. One of them, and never both.
  quote_id bigint,
  used_car_id bigint,
  taken_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint valuations_number unique (company_id, number),
  constraint valuations_offered check (state not in ('offered', 'taken') or (offer is not null and offer_until is not null)),
  constraint valuations_taken check ((state = 'taken') = (num_nonnulls(quote_id, used_car_id) = 1)),
  constraint valuations_car unique (company_id, used_car_id),
  foreign key (company_id, made_by) references users (company_id, id),
  foreign key (company_id, specialist_id) references users (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, quote_id) references quotes (company_id, id),
  foreign key (company_id, used_car_id) references used_cars (company_id, id)
);
create index valuations_made on valuations (company_id, created_at desc, id desc);
create index valuations_maker on valuations (company_id, made_by, created_at desc, id desc);
create index valuations_specialist on valuations (company_id, specialist_id) where specialist_id is not null;
create index valuations_state on valuations (company_id, state, created_at desc, id desc);
create index valuations_plate on valuations (company_id, plate_key) where plate_key <> '';
create index valuations_of_customer on valuations (company_id, customer_id) where customer_id is not null;
create index valuations_of_quote on valuations (company_id, quote_id) where quote_id is not null;
create index valuations_at_location on valuations (company_id, location_id) where location_id is not null;
select tenant_table('valuations');

-- What sources answered, kept so that nobody pays for it again.
create table quotations (
  company_id int not null references companies,
  id bigint generated always as identity,
  source text not null check (source in ('EUR', 'IND')),
  question text not null check (question in ('plate', 'simple', 'advanced')),
  -- The car that was asked for.
  key text not null,
  -- How often it was paid for: the key by which the source knows a question that is repeated.
  round int not null default 1,
  asked_at timestamptz not null,
  -- Null while the source is asked.
  answer jsonb,
  simulated boolean not null default false,
  valid_until date,
  primary key (company_id, id),
  constraint quotations_once unique (company_id, source, question, key),
  check ((answer is null) = (valid_until is null))
);
create index quotations_key on quotations (company_id, key);
select tenant_table('quotations');

-- Questions of a month, by the counters of the specification.
create table quotation_counts (
  company_id int not null references companies,
  counter text not null,
  -- YYYY-MM.
  month text not null,
  used int not null check (used >= 0),
  primary key (company_id, counter, month)
);
select tenant_table('quotation_counts');

create view valuations_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word
  from valuations t left join customers c on c.company_id = t.company_id and c.id = t.customer_id,
    unnest(words_of(concat_ws(' ', t.maker, t.model, t.version_name, c.name)) || number_words(t.number)
      || code_words(t.plate)) word
  where word <> '';
