-- Layouts of prints that the manufacturer writes for its network: a draft that it alone reads, and editions that never change.
create table network_layouts (
  company_id int not null default 10 check (company_id = 10),
  id bigint generated always as identity,
  kind text not null check (kind in ('contracts', 'annexes', 'receipts', 'quotes', 'offers', 'stocks')),
  name text not null check (length(name) between 1 and 80),
  blocks jsonb not null,
  -- The newest edition; 0: none was published.
  edition int not null default 0,
  withdrawn boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create unique index network_layouts_name on network_layouts (company_id, kind, lower(name));
select national_table('network_layouts');
alter policy read on network_layouts using (company_id = app_company() and app_company() = 10);
alter policy write on network_layouts using (company_id = app_company() and app_company() = 10 and app_setting('writes') = 'national')
  with check (company_id = app_company() and app_company() = 10 and app_setting('writes') = 'national');

create table network_layout_editions (
  company_id int not null default 10 check (company_id = 10),
  layout_id bigint not null,
  edition int not null check (edition > 0),
  kind text not null,
  name text not null,
  -- What it changes, for who has the former one.
  note text not null,
  blocks jsonb not null,
  -- Dealers are offered the newest edition of a layout that is not withdrawn.
  offered boolean not null default true,
  published_at timestamptz not null,
  primary key (company_id, layout_id, edition),
  foreign key (company_id, layout_id) references network_layouts (company_id, id)
);
select national_table('network_layout_editions');
alter policy write on network_layout_editions using (company_id = app_company() and app_company() = 10 and app_setting('writes') = 'national')
  with check (company_id = app_company() and app_company() = 10 and app_setting('writes') = 'national');

-- Which edition a company's prints of a kind come from, as it tells the network: taken as it is, or copied and written on.
create table network_adoptions (
  company_id int not null references companies,
  kind text not null,
  layout_id bigint not null,
  edition int not null,
  is_copy boolean not null,
  at timestamptz not null,
  primary key (company_id, kind)
);
create index network_adoptions_layout on network_adoptions (layout_id, edition) include (company_id, is_copy);
select tenant_table('network_adoptions');
select open_table('network_adoptions');
create policy network on network_adoptions for select using (app_setting('scope') = 'fms');
