-- The catalogue is global: the manufacturer writes it, every company reads it. Prices are VAT-inclusive cents, by date.
create table makers (
  id bigint generated always as identity primary key,
  name text not null unique,
  -- The list price already holds messa su strada (domain.md §2.3).
  price_includes_road_cost boolean not null default false,
  -- Dealer's invoice cost as percent of the net list price.
  cost_percent numeric(5,2) not null,
  published boolean not null default true
);
create table models (
  id bigint generated always as identity primary key,
  maker_id bigint not null references makers,
  name text not null,
  body text not null,
  published boolean not null default true,
  unique (maker_id, name)
);
create table versions (
  id bigint generated always as identity primary key,
  model_id bigint not null references models,
  code text not null unique,
  name text not null,
  fuel text not null,
  gearbox text not null,
  drive text not null,
  kw int not null,
  cc int not null,
  co2 int not null,
  consumption numeric(5,1) not null,
  euro_class text not null,
  category text not null default 'M1',
  seats int not null default 5,
  published boolean not null default true
);
create index versions_model on versions (model_id);
create table version_prices (
  version_id bigint not null references versions,
  valid_from date not null,
  price bigint not null check (price > 0),
  primary key (version_id, valid_from)
);
create table options (
  id bigint generated always as identity primary key,
  maker_id bigint not null references makers,
  code text not null,
  name text not null,
  kind text not null check (kind in ('colour', 'interior', 'optional', 'pack')),
  colour text,
  unique (maker_id, code)
);
create table version_options (
  version_id bigint not null references versions,
  option_id bigint not null references options,
  standard boolean not null default false,
  primary key (version_id, option_id)
);
create table version_option_prices (
  version_id bigint not null,
  option_id bigint not null,
  valid_from date not null,
  price bigint not null check (price >= 0),
  primary key (version_id, option_id, valid_from),
  foreign key (version_id, option_id) references version_options
);
create table option_rules (
  option_id bigint not null references options,
  kind text not null check (kind in ('requires', 'excludes', 'includes')),
  other_id bigint not null references options,
  primary key (option_id, kind, other_id)
);

do $$ declare name text; begin
  foreach name in array array['makers','models','versions','version_prices','options','version_options','version_option_prices','option_rules'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy read on %I for select using (true)', name);
    execute format('create policy write on %I using ((select app_company()) = 10) with check ((select app_company()) = 10)', name);
  end loop;
end $$;
