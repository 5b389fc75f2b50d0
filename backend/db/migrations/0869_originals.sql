-- The document or mail in which a lead stood, so that what it holds beside the lead is found from there.
alter table lead_intakes
  add column came_in bigint,
  add foreign key (company_id, came_in) references lead_intakes (company_id, id);
create index lead_intakes_inside on lead_intakes (company_id, came_in) where came_in is not null;

-- What became a lead, or was settled, is not kept a second time.
alter table lead_intakes no force row level security;
update lead_intakes set raw = '', shown = null, found = '{}', sender = null, why = case when why is null then null else '' end
where (lead_id is not null or settled_at is not null) and (raw <> '' or shown is not null or found <> '{}' or sender is not null);
alter table lead_intakes force row level security;

-- The name in Latin letters, as the identity paper says it, of who is written in others; found by both.
alter table customers add column latin_name text;
create or replace view customers_words with (security_invoker = true) as
  select company_id, id as record_id, word from customers, unnest(
    words_of(concat_ws(' ', name, latin_name, company_name, tax_code, vat_number, split_part(email, '@', 1))) || word_of(email)
    || phone_words(phone) || phone_words(phone2) || code_words(external_code)
    || array(select unnest(code_words(car ->> 'plate') || code_words(car ->> 'vin')) from jsonb_array_elements(cars) car)) word
  where word <> '';
