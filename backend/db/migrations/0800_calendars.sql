-- Calendars of people, test-drive cars, delivery bays and locations, and their events (domain.md §4.6).
create table calendars (
  company_id int not null references companies,
  id bigint generated always as identity,
  version int not null default 1,
  name text not null,
  kind text not null check (kind in ('seller', 'car', 'bay', 'location')),
  user_id bigint,
  plate text,
  location_id bigint,
  capacity int not null default 1 check (capacity between 1 and 50),
  -- Minutes that stay taken after each event.
  buffer int not null default 0 check (buffer between 0 and 240),
  shows text not null default 'open' check (shows in ('open', 'busy')),
  hours jsonb not null default '[]',
  closures jsonb not null default '[]',
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint calendars_of_person unique (company_id, user_id),
  check ((kind = 'seller') = (user_id is not null)),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id)
);
create index calendars_name on calendars (company_id, name, id);
select tenant_table('calendars');

create table calendar_series (
  company_id int not null references companies,
  id bigint generated always as identity,
  -- As it was asked for: every, interval, until, times.
  rule jsonb not null,
  created_at timestamptz not null,
  primary key (company_id, id)
);
select tenant_table('calendar_series');

create table calendar_events (
  company_id int not null references companies,
  id bigint generated always as identity,
  version int not null default 1,
  state text not null default 'not_started'
    check (state in ('not_started', 'in_progress', 'completed', 'partially_completed')),
  -- How an event ended that was not held.
  ended_as text check (ended_as in ('canceled', 'missed')),
  kind text not null,
  title text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  calendar_ids bigint[] not null,
  -- The people of its calendars: it is theirs.
  user_ids bigint[] not null,
  customer_id bigint,
  lead_id bigint,
  contract_id bigint,
  is_private boolean not null default false,
  note text not null default '',
  checklist jsonb not null default '[]',
  licence text,
  licence_until date,
  km_out int,
  km_in int,
  fuel_out text,
  fuel_in text,
  damage text,
  series_id bigint,
  -- The event whose rest it does.
  follows_id bigint,
  moved int not null default 0,
  -- When the customer is reminded next.
  remind_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  check (starts_at < ends_at),
  foreign key (company_id, customer_id) references customers (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, series_id) references calendar_series (company_id, id),
  foreign key (company_id, follows_id) references calendar_events (company_id, id)
);
create index calendar_events_time on calendar_events (company_id, starts_at, id);
create index calendar_events_series on calendar_events (company_id, series_id, starts_at) where series_id is not null;
create index calendar_events_customer on calendar_events (company_id, customer_id) where customer_id is not null;
create index calendar_events_lead on calendar_events (company_id, lead_id) where lead_id is not null;
create index calendar_events_contract on calendar_events (company_id, contract_id) where contract_id is not null;
create index calendar_events_follows on calendar_events (company_id, follows_id) where follows_id is not null;
create index calendar_events_remind on calendar_events (company_id, remind_at) where remind_at is not null;
select tenant_table('calendar_events');

-- What an event takes of each of its calendars; there is no row for one that was cancelled or missed.
create table calendar_bookings (
  company_id int not null references companies,
  event_id bigint not null,
  calendar_id bigint not null,
  starts_at timestamptz not null,
  -- With the minutes after the event.
  free_at timestamptz not null,
  primary key (company_id, event_id, calendar_id),
  foreign key (company_id, event_id) references calendar_events (company_id, id) on delete cascade,
  foreign key (company_id, calendar_id) references calendars (company_id, id)
);
create index calendar_bookings_time on calendar_bookings (company_id, calendar_id, starts_at);
select tenant_table('calendar_bookings');

-- Whether a calendar's link names customers.
alter table links add column names boolean not null default false;

create view calendars_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word
  from calendars t, unnest(words_of(t.name) || code_words(t.plate)) word
  where word <> '';

create view calendar_events_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word
  from calendar_events t left join customers c on c.company_id = t.company_id and c.id = t.customer_id,
    unnest(words_of(concat_ws(' ', t.title, c.name))) word
  where word <> '' and not t.is_private;
