-- A company's parameters by date, one row per key and first day. What keys there are and what they mean: domain/companies/params.ts.
create table params (
  company_id int not null references companies,
  key text not null,
  valid_from date not null,
  value jsonb not null,
  primary key (company_id, key, valid_from)
);
alter table quote_params no force row level security;
insert into params (company_id, key, valid_from, value)
  select company_id, key, valid_from, value from quote_params, lateral (values
    ('quotes.expiryDays', to_jsonb(expiry_days)), ('quotes.roadCost', to_jsonb(road_cost)), ('quotes.footer', to_jsonb(footer))
  ) as split (key, value);
drop table quote_params;
select tenant_table('params');
