-- Prices of a wholesale offer past what its seller may give are asked for and granted like discounts of a quote: a request is of one of both.
alter table approvals
  alter column quote_id drop not null,
  add column b2b_quote_id bigint,
  -- Of a wholesale offer: the cars that need consent, each at its price without VAT.
  add column lines jsonb,
  add foreign key (company_id, b2b_quote_id) references b2b_quotes (company_id, id),
  add constraint approvals_of_one check (num_nonnulls(quote_id, b2b_quote_id) = 1);
create index approvals_b2b_quote on approvals (company_id, b2b_quote_id, id) where b2b_quote_id is not null;
create unique index approvals_b2b_one_open on approvals (company_id, b2b_quote_id) where b2b_quote_id is not null and state in ('asked', 'granted');
