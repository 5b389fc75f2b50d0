-- Since when and why the manufacturer keeps a company out. It says nothing of whether somebody of the company has entered.
alter table companies add column suspended_at timestamptz;
alter table companies add column suspended_for text check (length(suspended_for) between 3 and 300);
alter table companies add constraint companies_suspended check ((suspended_at is null) = (suspended_for is null));
