-- Where a customer is: ISO 3166 code. Codes and address have the forms of the country.
alter table customers add column country text not null default 'IT' check (country ~ '^[A-Z]{2}$');
