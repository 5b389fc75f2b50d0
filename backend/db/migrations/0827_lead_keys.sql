-- Under row level security no index is used for what a function says: the keys by which a person is known stand beside.
alter table leads
  add column email_key text generated always as (lower(email)) stored,
  add column plate_key text generated always as (nullif(upper(plate), '')) stored,
  add column tax_key text generated always as (nullif(upper(tax_code), '')) stored;
drop index leads_email;
drop index leads_plate;
drop index leads_tax_code;
create index leads_email on leads (company_id, email_key) where email_key is not null;
create index leads_plate on leads (company_id, plate_key) where plate_key is not null;
create index leads_tax_code on leads (company_id, tax_key) where tax_key is not null;
