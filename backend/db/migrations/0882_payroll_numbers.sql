-- The number by which a person is known to whoever pays the wages: the pay list carries it.
alter table users add column payroll_number text not null default '';
create unique index users_payroll_number on users (company_id, payroll_number) where payroll_number <> '';
