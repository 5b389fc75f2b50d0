-- What a company was told of by itself: each record once of each kind.
create table report_alerts (
  company_id int not null references companies,
  kind text not null,
  -- What tells it from others of its kind: the id of a car or contract, or of the instalment that is late.
  record text not null,
  told_at timestamptz not null,
  primary key (company_id, kind, record)
);
select tenant_table('report_alerts');
