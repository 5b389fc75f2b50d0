-- Customers as a list of records: who follows each, who entered it, and, as rows within the record, their papers and cars.
alter table customers
  add column seller_id bigint,
  add column created_by bigint,
  add column phone2 text,
  add column iban text,
  -- Number of the register of companies: MI-1234567.
  add column rea text,
  add column notes text not null default '',
  -- [{ "kind": "passport", "number": "YA1234567", "issuer": "Questura di Milano", "issuedOn": "2020-05-04", "expiresOn": "2030-05-03" }]
  add column documents jsonb not null default '[]',
  -- [{ "plate": "GA123BC", "vin": "…", "maker": "Lumera", "model": "Rea", "registeredOn": "2021-03-01", "km": 42000, "inspectionUntil": "2027-03-31" }]
  add column cars jsonb not null default '[]',
  add foreign key (company_id, seller_id) references users (company_id, id),
  add foreign key (company_id, created_by) references users (company_id, id);

-- The first and the last day that rows say under a key, as text: days are written so that they sort.
create function first_day(rows jsonb, key text) returns text language sql immutable parallel safe as
  $$ select min(nullif(one ->> key, '')) from jsonb_array_elements(rows) one $$;
create function last_day(rows jsonb, key text) returns text language sql immutable parallel safe as
  $$ select max(nullif(one ->> key, '')) from jsonb_array_elements(rows) one $$;
alter table customers
  add column inspection_until text generated always as (first_day(cars, 'inspectionUntil')) stored,
  add column document_until text generated always as (last_day(documents, 'expiresOn')) stored;

create index customers_seller on customers (company_id, seller_id, updated_at, id);
create index customers_inspection on customers (company_id, inspection_until) where inspection_until is not null;
create index customers_document on customers (company_id, document_until) where document_until is not null;

-- Who entered a customer so far stands in the audit.
alter table customers no force row level security;
alter table audit_events no force row level security;
alter table users no force row level security;
update customers c set created_by = e.user_id
  from audit_events e join users u on u.company_id = e.company_id and u.id = e.user_id
  where e.company_id = c.company_id and e.entity = 'customer' and e.entity_id = c.id and e.action = 'create';
alter table customers force row level security;
alter table audit_events force row level security;
alter table users force row level security;

-- Found by both phones and by plate and chassis number of their cars, too.
create or replace view customers_words with (security_invoker = true) as
  select company_id, id as record_id, word from customers, unnest(
    words_of(concat_ws(' ', name, company_name, tax_code, vat_number, split_part(email, '@', 1))) || word_of(email)
    || phone_words(phone) || phone_words(phone2)
    || array(select unnest(code_words(car ->> 'plate') || code_words(car ->> 'vin')) from jsonb_array_elements(cars) car)) word
  where word <> '';
