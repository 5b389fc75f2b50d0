-- The cars of a contract by joins over the company, which finds them on its shard.
create or replace view contracts_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word
  from contracts t left join customers c on c.company_id = t.company_id and c.id = t.customer_id,
    unnest(words_of(concat_ws(' ', c.name, t.vehicle)) || number_words(t.number)) word
  where word <> ''
  union all
  select t.company_id, t.id, word
  from contracts t join contract_cars k on k.company_id = t.company_id and k.contract_id = t.id
    left join used_cars u on u.company_id = k.company_id and u.id = k.used_car_id
    left join new_cars n on n.company_id = k.company_id and n.id = k.new_car_id,
    unnest(code_words(coalesce(u.plate_key, n.plate_key, '')) || code_words(coalesce(u.vin, n.vin, ''))) word
  where word <> '';
