-- Why a service without VAT bears none (domain.md §2.1): N1 paid on the customer's behalf, N4 exempt.
alter table services add column tax_nature text not null default 'N4' check (tax_nature in ('N1', 'N4'));
-- What an incentive of a financing asks of it (domain.md §2.21): whose plan, and how much is financed at least, in cents.
alter table incentives
  add column lender text,
  add column min_financed bigint;
