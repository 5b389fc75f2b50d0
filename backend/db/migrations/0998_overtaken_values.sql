-- A company's own fiscal value now stays until the company takes it back. Until today a national value that began later took its
-- place: where that has happened, or was to happen, the own value is taken back on that day, so that no price changes.
alter table params no force row level security;
insert into params (company_id, key, valid_from, value)
  select distinct p.company_id, p.key, f.valid_from, 'null'::jsonb
  from params p join fiscal_params f on p.key = 'fiscal.' || f.key and f.valid_from > p.valid_from
  where p.key like 'fiscal.%' and p.value <> 'null'::jsonb
  on conflict do nothing;
alter table params force row level security;
