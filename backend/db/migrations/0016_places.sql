-- Where a company works: its locations, the business centers in them, and who belongs where.
create table locations (
  company_id int not null references companies,
  id bigint generated always as identity,
  name text not null,
  address text not null default '',
  cap text not null default '',
  city text not null default '',
  province text not null default '',
  phone text not null default '',
  -- Opening hours by weekday: { "mon": [{ "from": "09:00", "to": "12:30" }] }; a day that is missing is closed.
  hours jsonb not null default '{}',
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint locations_name unique (company_id, name)
);
create table business_centers (
  company_id int not null references companies,
  id bigint generated always as identity,
  location_id bigint,
  name text not null,
  kind text not null check (kind in ('new', 'used', 'service')),
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint business_centers_name unique (company_id, name),
  foreign key (company_id, location_id) references locations (company_id, id)
);
create table user_locations (
  company_id int not null,
  user_id bigint not null,
  location_id bigint not null,
  is_default boolean not null default false,
  primary key (company_id, user_id, location_id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id)
);
create unique index user_locations_default on user_locations (company_id, user_id) where is_default;
alter table users add column business_center_id bigint,
  add foreign key (company_id, business_center_id) references business_centers (company_id, id);
alter table quotes add column location_id bigint,
  add foreign key (company_id, location_id) references locations (company_id, id);

-- A company of before works at its own address, with everybody and every quote.
alter table companies no force row level security;
alter table users no force row level security;
alter table quotes no force row level security;
insert into locations (company_id, name, address, cap, city, province, phone)
  select company_id, coalesce(nullif(city, ''), 'Sede'), address, cap, city, province, phone from companies where company_id <> 10;
insert into user_locations (company_id, user_id, location_id, is_default)
  select u.company_id, u.id, l.id, true from users u join locations l on l.company_id = u.company_id;
update quotes q set location_id = l.id from locations l where l.company_id = q.company_id;
alter table companies force row level security;
alter table users force row level security;
alter table quotes force row level security;

create index quotes_location on quotes (company_id, location_id, created_at desc, id desc) where not superseded;
select tenant_table('locations'), tenant_table('business_centers'), tenant_table('user_locations');
