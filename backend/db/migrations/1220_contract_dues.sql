-- What is due of each contract: a row for each instalment, and one for what its customer is to have back. It is written with
-- whatever changes plan, money, course or days of a contract, so that the reports of payments add up the rows of some days
-- instead of reckoning every contract.
create table contract_dues (
  company_id int not null references companies,
  contract_id bigint not null,
  -- The row of the plan; 0: what goes back to the customer.
  payment_id bigint not null,
  kind text not null,
  method text,
  -- When it is due, and when the car is or was handed over. Null: today, whatever day that is, because nobody said.
  due_on date,
  handover_on date,
  amount bigint not null,
  open bigint not null,
  refund bigint not null,
  -- Where the contract belongs and whose it is: sums read this table alone.
  location_id bigint,
  seller_id bigint not null,
  -- The sale is approved, or has ended.
  is_counted boolean not null,
  primary key (company_id, contract_id, payment_id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade
);
-- Reports of some days add up by these indexes alone; what is open, or goes back, is little, however old it is.
create index contract_dues_counted on contract_dues (company_id, due_on)
  include (contract_id, handover_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
create index contract_dues_open on contract_dues (company_id, due_on)
  include (contract_id, kind, amount, open, refund, location_id, seller_id) where is_counted and (open > 0 or refund > 0);
select tenant_table('contract_dues');

-- Whether they are written: a job fills in those of contracts made before.
alter table contracts add column has_dues boolean not null default false;
create index contracts_without_dues on contracts (company_id, id) where not has_dues;
-- What is late and what goes back is read from the dues now.
drop index contracts_owed;
drop index contracts_owing_back;
