-- What is sold with the car of a quote, as far as commissions ask: they read no draft.
alter table quotes add column has_financing boolean not null default false;
alter table quotes add column insurances int not null default 0;
-- Cars taken in, without those for scrapping.
alter table quotes add column barters int not null default 0;
alter table quotes no force row level security;
update quotes set has_financing = coalesce(jsonb_typeof(draft -> 'financing') = 'object', false),
  insurances = jsonb_array_length(coalesce(draft -> 'insurances', '[]')),
  barters = jsonb_array_length(jsonb_path_query_array(draft, '$.tradeIns[*] ? (@.type == "barter")'));
alter table quotes force row level security;
