-- The code that a record had in the system it comes from: kept, shown, and found by.
alter table customers add column external_code text not null default '';
alter table used_cars add column external_code text not null default '';
alter table new_cars add column external_code text not null default '';
create index customers_external on customers (company_id, external_code) where external_code <> '';
create index used_cars_external on used_cars (company_id, external_code) where external_code <> '';
create index new_cars_external on new_cars (company_id, external_code) where external_code <> '';

create or replace view customers_words with (security_invoker = true) as
  select company_id, id as record_id, word from customers, unnest(
    words_of(concat_ws(' ', name, company_name, tax_code, vat_number, split_part(email, '@', 1))) || word_of(email)
    || phone_words(phone) || phone_words(phone2) || code_words(external_code)
    || array(select unnest(code_words(car ->> 'plate') || code_words(car ->> 'vin')) from jsonb_array_elements(cars) car)) word
  where word <> '';
create or replace view used_cars_words with (security_invoker = true) as
  select company_id, id as record_id, word from used_cars, unnest(
    words_of(concat_ws(' ', maker, model, version_name, colour)) || coalesce(number_words(code), code_words(code))
    || code_words(plate_key) || code_words(vin) || code_words(external_code)) word
  where word <> '';
create or replace view new_cars_words with (security_invoker = true) as
  select r.company_id, r.id as record_id, word from new_cars r
    join versions v on v.id = r.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id,
    unnest(words_of(concat_ws(' ', m.name, o.name, v.name)) || coalesce(number_words(r.code), code_words(r.code))
      || code_words(r.order_number) || code_words(r.plate_key) || code_words(r.vin) || code_words(r.external_code)) word
  where word <> '';
