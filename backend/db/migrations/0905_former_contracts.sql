-- Contracts of a system that a company left: they are counted and read, and take no step. Their cars are known by chassis and plate alone.
alter table contracts
  drop constraint contracts_origin_check,
  add constraint contracts_origin_check check (origin in ('quote', 'b2b_quote', 'stock', 'hand', 'history')),
  add column former_vin text not null default '',
  add column former_plate text not null default '',
  add constraint contracts_history_check check (origin <> 'history' or state = 'completed');
create index contracts_former_vin on contracts (company_id, former_vin) where former_vin <> '';
create index contracts_former_plate on contracts (company_id, former_plate) where former_plate <> '';

-- The record that a row is about, whatever becomes of the row: what no row is about is missing from the file.
alter table import_rows add column found_id bigint;

-- Those are found by them, too.
create or replace view contracts_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word
  from contracts t left join customers c on c.company_id = t.company_id and c.id = t.customer_id,
    unnest(words_of(concat_ws(' ', c.name, t.vehicle)) || number_words(t.number) || code_words(t.former_vin) || code_words(t.former_plate)) word
  where word <> ''
  union all
  select t.company_id, t.id, word
  from contracts t join contract_cars k on k.company_id = t.company_id and k.contract_id = t.id
    left join used_cars u on u.company_id = k.company_id and u.id = k.used_car_id
    left join new_cars n on n.company_id = k.company_id and n.id = k.new_car_id,
    unnest(code_words(coalesce(u.plate_key, n.plate_key, '')) || code_words(coalesce(u.vin, n.vin, ''))) word
  where word <> '';
