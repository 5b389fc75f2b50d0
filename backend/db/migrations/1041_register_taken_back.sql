-- A file for the accountant that was made by mistake is taken back: it stays in the list, and its rows go out again.
alter table register_runs add column taken_back_at timestamptz;
alter table register_runs add column taken_back_by bigint;
alter table register_runs add constraint register_runs_taken_back_by_fkey
  foreign key (company_id, taken_back_by) references users (company_id, id);
alter table register_runs add constraint register_runs_taken_back
  check ((taken_back_at is null) = (taken_back_by is null));
