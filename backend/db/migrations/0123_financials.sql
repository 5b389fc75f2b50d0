-- Financing plans as a list that the company keeps: code, lender, table of future values, second step, who may sell them.
alter table financing_companies no force row level security;
alter table financing_plans no force row level security;
alter table financing_plans
  add column code text,
  add column lender text,
  -- [{ "months": 36, "kmPerYear": 15000, "percent": 48.5 }], in place of the percentages of the durations
  add column future_values jsonb not null default '[]',
  -- Euros for each kilometre past the included ones.
  add column exceed_km_price numeric(6,3),
  add column second_tan numeric(6,3),
  add column second_months int,
  add column commission_percent numeric(5,2) not null default 0,
  add column maker_ids bigint[] not null default '{}',
  add column location_ids bigint[] not null default '{}',
  add column roles text[] not null default '{}',
  add column archived_at timestamptz,
  add column version int not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  alter column valid_from drop not null;
update financing_plans p set code = 'PIANO-' || p.id, lender = c.name
  from financing_companies c where c.company_id = p.company_id and c.id = p.financing_company_id;
alter table financing_plans
  alter column code set not null,
  alter column lender set not null,
  drop column financing_company_id,
  add constraint plans_code unique (company_id, code);
drop table financing_companies;
alter table financing_plans force row level security;
alter table financing_plans rename to plans;
create view plans_words with (security_invoker = true) as
  select company_id, id as record_id, word from plans, unnest(words_of(concat_ws(' ', code, name, lender)) || code_words(code)) word
  where word <> '';
do $$ declare company int; begin
  perform set_config('app.scope', 'fms', true);
  for company in select company_id from companies loop
    perform set_config('app.company_id', company::text, true);
    insert into search_words select distinct company_id, 'plans', record_id, word from plans_words where company_id = company;
  end loop;
end $$;
