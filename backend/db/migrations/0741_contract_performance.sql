-- The margins as they were priced, row by row; policies sold beside the car, which earn commission.
alter table contracts
  add column waterfall jsonb,
  add column insurances int not null default 0;
create index contracts_plan_ends on contracts (company_id, plan_ends_on) where plan_ends_on is not null and delivered_on is not null;
create index contracts_policy_ends on contracts (company_id, policy_ends_on) where policy_ends_on is not null and delivered_on is not null;

-- What a sale earns its sellers: from its approval on, fixed by its invoice, taken back when it is undone.
create table contract_commissions (
  company_id int not null references companies,
  id bigint generated always as identity,
  contract_id bigint not null,
  user_id bigint not null,
  amount bigint not null,
  -- A share of an unknown margin is missing from the amount.
  open boolean not null,
  accrued_on date not null,
  frozen_on date,
  reversed_on date,
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index contract_commissions_once on contract_commissions (company_id, contract_id, user_id) where reversed_on is null;
create index contract_commissions_of_user on contract_commissions (company_id, user_id, accrued_on);
select tenant_table('contract_commissions');
