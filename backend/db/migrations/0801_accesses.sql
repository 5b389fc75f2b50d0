-- Visits of the showroom (domain.md §4.5), and the rotation of those who take them.
alter table users
  -- Beside Italian.
  add column languages text[] not null default '{}',
  -- Makers that the seller sells; none: all.
  add column maker_ids bigint[] not null default '{}';
alter table locations add column self_take boolean not null default true;

create table accesses (
  company_id int not null references companies,
  id bigint generated always as identity,
  version int not null default 1,
  state text not null check (state in ('external_booking', 'waiting', 'assigned', 'seller_handled', 'desk_handled')),
  location_id bigint not null,
  -- The number of the day by which who waits is called: none before somebody has come.
  ticket int,
  -- The day of the visit in Rome.
  day date not null,
  name text not null default '',
  subject text not null,
  people int not null default 1,
  wish text not null default '',
  phone text,
  language text,
  maker_id bigint references makers,
  note text not null default '',
  customer_id bigint,
  lead_id bigint,
  -- The appointment with which somebody came.
  event_id bigint,
  seller_id bigint,
  -- Who knows the customer already.
  own_seller_id bigint,
  expected_at timestamptz,
  missed_at timestamptz,
  arrived_at timestamptz,
  -- Since when somebody waits: again from the moment when a seller gave the visit back.
  waiting_since timestamptz,
  assigned_at timestamptz,
  begun_at timestamptz,
  -- Until when the seller may begin.
  times_out_at timestamptz,
  handled_at timestamptz,
  handled_on date,
  -- Why this seller: only `turn` counts as a turn.
  taken_by text,
  refused_by bigint[] not null default '{}',
  refusals int not null default 0,
  outcome text,
  next_step text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint accesses_ticket unique (company_id, location_id, day, ticket),
  constraint accesses_event unique (company_id, event_id),
  check (state not in ('assigned', 'seller_handled') or seller_id is not null),
  check ((state in ('seller_handled', 'desk_handled')) = (handled_on is not null)),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, event_id) references calendar_events (company_id, id),
  foreign key (company_id, seller_id) references users (company_id, id),
  foreign key (company_id, own_seller_id) references users (company_id, id)
);
create index accesses_of_day on accesses (company_id, location_id, day, id);
create index accesses_latest on accesses (company_id, day desc, id desc);
create index accesses_open on accesses (company_id, day, id) where state in ('external_booking', 'waiting', 'assigned');
create index accesses_of_seller on accesses (company_id, seller_id, day) where seller_id is not null;
create index accesses_timing_out on accesses (company_id, times_out_at) where times_out_at is not null;
create index accesses_expected on accesses (company_id, expected_at) where state = 'external_booking' and missed_at is null;
create index accesses_of_customer on accesses (company_id, customer_id) where customer_id is not null;
create index accesses_of_lead on accesses (company_id, lead_id) where lead_id is not null;
create index accesses_of_own_seller on accesses (company_id, own_seller_id) where own_seller_id is not null;
select tenant_table('accesses');

-- The turns of a location's sellers on a day.
create table access_turns (
  company_id int not null references companies,
  location_id bigint not null,
  day date not null,
  user_id bigint not null,
  turns int not null,
  last_at timestamptz,
  -- When a visit was last given to somebody while this seller was at work.
  seen_at timestamptz not null,
  primary key (company_id, location_id, day, user_id),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index access_turns_of_user on access_turns (company_id, user_id);
select tenant_table('access_turns');

create view accesses_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word
  from accesses t left join customers c on c.company_id = t.company_id and c.id = t.customer_id,
    unnest(words_of(concat_ws(' ', t.name, c.name, t.wish)) || phone_words(t.phone)) word
  where word <> '';
