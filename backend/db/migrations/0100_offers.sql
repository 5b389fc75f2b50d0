-- What incentives ask for, campaigns that hold them, and the national facts of vans, road tax and L. 104/92 (domain.md §2.5, §2.21, §5.1).
create table campaigns (
  company_id int not null references companies,
  id bigint generated always as identity,
  name text not null,
  -- Its incentives end with it, whatever their own days.
  valid_from date not null,
  valid_to date,
  primary key (company_id, id)
);
select tenant_table('campaigns');
create policy network on campaigns for select using (company_id = 10);

alter table incentives
  add column campaign_id bigint,
  add column min_months int,
  add column scrapped_euro int[],
  add column owned_months int,
  add column plate_by date,
  add column needs_booking boolean not null default false,
  -- Net cents that the payer gives the dealer beside the refund.
  add column bonus bigint not null default 0,
  add foreign key (company_id, campaign_id) references campaigns (company_id, id);

-- Income bands by their highest ISEE instead of a flag.
alter table incentives no force row level security;
update incentives set bands = (
  select jsonb_agg((band - 'lowIncome') || jsonb_build_object('maxIncome', case when band->'lowIncome' = 'true' then to_jsonb(3000000) else 'null' end)
    order by place)
  from jsonb_array_elements(bands) with ordinality as each (band, place)) where bands is not null;
alter table incentives force row level security;

-- kg; null for cars.
alter table versions add column payload int;
-- [{ "fuels": ["bev"], "percent": 0 }]: part of the tax that these fuels pay.
alter table provinces add column ipt_rules jsonb not null default '[]';

-- DM 435/1998, to be verified by a lawyer before production.
insert into fiscal_params (key, label, valid_from, value) values
  ('reduced_tax_rate', 'Aliquota IVA ridotta (L. 104/92)', '1999-01-01', 4),
  ('ipt_van_7', 'IPT autocarri fino a 7 quintali', '1999-01-01', 19935),
  ('ipt_van_15', 'IPT autocarri fino a 15 quintali', '1999-01-01', 29025),
  ('ipt_van_30', 'IPT autocarri fino a 30 quintali', '1999-01-01', 32640),
  ('ipt_van_45', 'IPT autocarri fino a 45 quintali', '1999-01-01', 38063),
  ('ipt_van_60', 'IPT autocarri fino a 60 quintali', '1999-01-01', 45293),
  ('ipt_van_80', 'IPT autocarri fino a 80 quintali', '1999-01-01', 51904),
  ('ipt_van_above', 'IPT autocarri oltre 80 quintali', '1999-01-01', 64660),
  ('bollo_0', 'Bollo Euro 0 per kW', '2007-01-01', 300), ('bollo_0_above', 'Bollo Euro 0 per kW oltre il limite', '2007-01-01', 450),
  ('bollo_1', 'Bollo Euro 1 per kW', '2007-01-01', 290), ('bollo_1_above', 'Bollo Euro 1 per kW oltre il limite', '2007-01-01', 435),
  ('bollo_2', 'Bollo Euro 2 per kW', '2007-01-01', 280), ('bollo_2_above', 'Bollo Euro 2 per kW oltre il limite', '2007-01-01', 420),
  ('bollo_3', 'Bollo Euro 3 per kW', '2007-01-01', 270), ('bollo_3_above', 'Bollo Euro 3 per kW oltre il limite', '2007-01-01', 405),
  ('bollo_4', 'Bollo da Euro 4 per kW', '2007-01-01', 258), ('bollo_4_above', 'Bollo da Euro 4 per kW oltre il limite', '2007-01-01', 387),
  ('bollo_kw_limit', 'kW oltre i quali il bollo è maggiorato', '2007-01-01', 100),
  ('superbollo_kw_limit', 'kW oltre i quali è dovuto il superbollo', '2012-01-01', 185),
  ('superbollo_per_kw', 'Superbollo per kW oltre il limite', '2012-01-01', 2000);
