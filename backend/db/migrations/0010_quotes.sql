create table quotes (
  company_id int not null references companies,
  id bigint generated always as identity,
  -- Null until issued; every revision keeps its number.
  number text,
  revision int not null default 1,
  -- First revision of this quote; its own id for the first.
  root_id bigint,
  superseded boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'issued', 'accepted', 'converted', 'closed')),
  seller_id bigint not null,
  customer_id bigint,
  version_id bigint not null references versions,
  maker_id bigint not null references makers,
  model_id bigint not null references models,
  -- Copies for the list, so that a page of it is one index walk.
  customer_name text,
  vehicle text not null,
  keys_in_hand bigint not null,
  instalment bigint,
  margin bigint,
  draft jsonb not null,
  -- Sheet, result and texts as they were when issued.
  snapshot jsonb,
  issued_at timestamptz,
  expires_on date,
  close_reason text,
  search text generated always as (searchable(coalesce(number, '') || ' ' || coalesce(customer_name, '') || ' ' || vehicle)) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint quotes_number unique (company_id, number, revision),
  foreign key (company_id, root_id) references quotes (company_id, id),
  foreign key (company_id, seller_id) references users (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id)
);
create index quotes_created on quotes (company_id, created_at desc, id desc) where not superseded;
create index quotes_updated on quotes (company_id, updated_at desc, id desc) where not superseded;
create index quotes_number_list on quotes (company_id, number desc, id desc) where not superseded;
create index quotes_customer on quotes (company_id, customer_name, id) where not superseded;
create index quotes_vehicle on quotes (company_id, vehicle, id) where not superseded;
create index quotes_keys_in_hand on quotes (company_id, keys_in_hand, id) where not superseded;
create index quotes_instalment on quotes (company_id, instalment, id) where not superseded;
-- With what the list and the dashboard add up, so that counting reads the index alone.
create index quotes_expiry on quotes (company_id, expires_on, id) include (state, seller_id) where not superseded;
create index quotes_issued on quotes (company_id, issued_at) include (keys_in_hand, seller_id) where not superseded;
create index quotes_seller on quotes (company_id, seller_id, created_at desc, id desc) include (keys_in_hand) where not superseded;
create index quotes_state on quotes (company_id, state, created_at desc, id desc) include (keys_in_hand) where not superseded;
create index quotes_of_customer on quotes (company_id, customer_id);
create index quotes_root on quotes (company_id, root_id);
create index quotes_search on quotes using gin (search gin_trgm_ops);
alter table quotes enable row level security;
alter table quotes force row level security;
create policy tenant on quotes using (company_id = (select app_company())) with check (company_id = (select app_company()));
-- The manufacturer counts quotes of the network; it reads no field of them.
create policy network on quotes for select using ((select app_setting('scope')) = 'fms');

-- Last number given per company and year; locked while a quote is issued, so numbers have no gap and no double.
create table quote_numbers (
  company_id int not null references companies,
  year int not null,
  last int not null,
  primary key (company_id, year)
);
alter table quote_numbers enable row level security;
alter table quote_numbers force row level security;
create policy tenant on quote_numbers using (company_id = (select app_company())) with check (company_id = (select app_company()));
