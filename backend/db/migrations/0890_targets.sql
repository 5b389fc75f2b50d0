-- The targets of a year: written as a draft, then in force. One that another one follows is kept.
create table target_editions (
  company_id int not null references companies,
  id bigint generated always as identity,
  year int not null check (year between 2000 and 2100),
  state text not null default 'draft' check (state in ('draft', 'in_force', 'superseded')),
  -- By which day of contracts it counts.
  basis text not null default 'signed' check (basis in ('signed', 'approved', 'billed', 'registered', 'delivered')),
  in_force_at timestamptz,
  in_force_by bigint,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  check ((state = 'draft') = (in_force_at is null)),
  foreign key (company_id, in_force_by) references users (company_id, id)
);
-- One draft of a year, and one edition in force.
create unique index target_editions_year on target_editions (company_id, year, state) where state <> 'superseded';
select tenant_table('target_editions');

-- What a person is to reach in a month at a place; without a person what nobody has of it yet, without a place what belongs to none.
create table targets (
  company_id int not null references companies,
  id bigint generated always as identity,
  edition_id bigint not null,
  objective text not null,
  -- Of financing and insurance: a type, a company or a plan, and which.
  aim text check (aim in ('type', 'company', 'plan')),
  aim_of text check (aim_of <> ''),
  location_id bigint,
  seller_id bigint,
  month int not null check (month between 1 and 12),
  -- Pieces or contracts, cents, or hundredths of a percent.
  amount bigint not null check (amount >= 0),
  origin text not null default 'typed' check (origin in ('typed', 'divided', 'mean')),
  -- A whole that the maker has set for a place, or without one for the company: its parts must come to it.
  is_whole boolean not null default false,
  primary key (company_id, id),
  check ((aim is null) = (aim_of is null)),
  check (not is_whole or seller_id is null),
  constraint targets_once unique nulls not distinct (company_id, edition_id, objective, aim, aim_of, location_id, seller_id, month, is_whole),
  foreign key (company_id, edition_id) references target_editions (company_id, id) on delete cascade,
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, seller_id) references users (company_id, id)
);
create index targets_seller on targets (company_id, seller_id);
create index targets_location on targets (company_id, location_id);
select tenant_table('targets');
