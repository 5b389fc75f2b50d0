-- What each report came to in the months that are over, read again each night: the page of all reports draws them beside the
-- figures of today, and seven months of every report take seconds at 80,000 contracts a year. Nothing else reads them.
create table report_months (
  company_id int not null references companies,
  report text not null,
  -- Its first day.
  month date not null,
  -- Cents or a count, by the id of the place; 0: of none.
  sums jsonb not null,
  read_at timestamptz not null,
  primary key (company_id, report, month)
);
select tenant_table('report_months');
