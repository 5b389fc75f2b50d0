-- Quotes of used cars: a car of the stock in the place of a version of the catalogue (domain.md §2.2, §2.3, §2.6).
alter table quotes
  alter column version_id drop not null,
  alter column maker_id drop not null,
  alter column model_id drop not null,
  add column stock_id bigint,
  add check ((stock_id is null) = (version_id is not null)),
  add foreign key (company_id, stock_id) references used_cars (company_id, id);
create index quotes_stock on quotes (company_id, stock_id, id) where stock_id is not null;

alter table approvals add column stock_id bigint;

-- What is offered for which cars.
alter table incentives add column usage text not null default 'new' check (usage in ('new', 'used'));
alter table plans add column usages text[] not null default '{new,used}';
-- A guaranteed future value is the maker's promise for a new car.
alter table plans no force row level security;
update plans set usages = '{new}' where type = 'tcm';
alter table plans force row level security;

-- Expense types of the specification §3 without IPT and agency (domain.md §2.6); stamps of minivoltura and export to be verified.
insert into fiscal_params (key, label, valid_from, value) values
  ('transfer_retail_1', 'Emolumenti ACI', '2013-04-02', 2700),
  ('transfer_retail_2', 'Imposta di bollo su istanza e documento unico', '2013-06-26', 4800),
  ('transfer_retail_3', 'Bollo per autentica dell’atto', '2013-06-26', 1600),
  ('transfer_retail_4', 'Diritti Motorizzazione', '2013-04-02', 1020),
  ('transfer_b2b_1', 'Emolumenti ACI', '2013-04-02', 1350),
  ('transfer_b2b_2', 'Imposta di bollo su istanza', '2013-06-26', 3200),
  ('transfer_b2b_3', 'Bollo per autentica dell’atto', '2013-06-26', 1600),
  ('transfer_b2b_4', 'Diritti Motorizzazione', '2013-04-02', 1020),
  ('transfer_export_1', 'Emolumenti ACI', '2013-04-02', 1350),
  ('transfer_export_2', 'Imposta di bollo su istanza', '2013-06-26', 3200),
  ('transfer_export_4', 'Diritti Motorizzazione', '2013-04-02', 1020);
