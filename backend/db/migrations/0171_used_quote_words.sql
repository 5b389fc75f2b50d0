-- A quote is also found by plate and chassis number of the used car that it is for, however they were typed.
create or replace view quotes_words with (security_invoker = true) as
  select q.company_id, q.id as record_id, word
  from quotes q left join customers c on c.company_id = q.company_id and c.id = q.customer_id
    left join used_cars s on s.company_id = q.company_id and s.id = q.stock_id, unnest(
    words_of(concat_ws(' ', q.customer_name, nullif(c.name, q.customer_name), q.vehicle)) || number_words(q.number)
    || array(select unnest(code_words(taken ->> 'plate')) from jsonb_array_elements(q.draft -> 'tradeIns') taken)
    || coalesce(code_words(s.plate_key), '{}') || coalesce(code_words(s.vin), '{}')) word
  where word <> '';
