-- What makes two customers alike, once for the search of one record and for the list of all doubles.

-- A name by its words, whatever their order, accents, signs and legal form: "Rossi Mario", "MÀRIO ROSSI"; "Verdi S.r.l.", "Verdi SRL".
create function name_key(text) returns text language sql immutable parallel safe as $$
  select string_agg(word, ' ' order by word collate "C")
  from unnest(string_to_array(regexp_replace(regexp_replace(searchable($1), '[.''\u2019`]', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'), ' ')) word
  where word <> '' and word <> all ('{ss,snc,sas,srl,srls,spa,sapa,sc,scarl}')
$$;
-- Stored, because under row level security an index is read only for plain columns.
alter table customers
  add column name_key text generated always as (name_key(name)) stored,
  add column email_key text generated always as (lower(email)) stored;
drop index customers_email;
create index customers_email on customers (company_id, email_key) where email_key is not null and archived_at is null;
create index customers_name_key on customers (company_id, name_key) where name_key is not null and archived_at is null;
create index customers_phone2 on customers (company_id, phone2) where phone2 is not null and archived_at is null;

-- The keys of each customer: those who share one are alike. Codes, birth and VAT number beside them tell people apart.
create view customers_alike with (security_invoker = true) as
  select company_id, id, 'taxCode' as why, tax_code as key, tax_code, vat_number, birth_date from customers where tax_code is not null and archived_at is null
  union all
  select company_id, id, 'vatNumber', vat_number, tax_code, vat_number, birth_date from customers where vat_number is not null and archived_at is null
  union all
  select company_id, id, 'email', email_key, tax_code, vat_number, birth_date from customers where email_key is not null and archived_at is null
  union all
  select company_id, id, 'phone', phone, tax_code, vat_number, birth_date from customers where phone is not null and archived_at is null
  union all
  select company_id, id, 'phone', phone2, tax_code, vat_number, birth_date from customers where phone2 is not null and phone2 is distinct from phone and archived_at is null
  union all
  select company_id, id, 'name', name_key, tax_code, vat_number, birth_date from customers where name_key is not null and archived_at is null;

-- Pairs that somebody called two people: they are not asked about again. The smaller id comes first.
create table distinct_customers (
  company_id int not null references companies,
  one_id bigint not null,
  other_id bigint not null,
  user_id bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, one_id, other_id),
  foreign key (company_id, one_id) references customers (company_id, id),
  foreign key (company_id, other_id) references customers (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  check (one_id < other_id)
);
create index distinct_customers_other on distinct_customers (company_id, other_id);
select tenant_table('distinct_customers');
