-- Reasons for moves as a company words them. No label is changed, and none deleted: another word is another reason, and the old one is
-- retired, so that what was said with it stays readable.
create table move_reasons (
  company_id int not null references companies,
  id bigint generated always as identity,
  entity text not null,
  move text not null,
  label text not null,
  -- Its place among those that are offered.
  place int not null,
  needs_note boolean not null default false,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (company_id, id)
);
create index move_reasons_offered on move_reasons (company_id, entity, move, place);
create unique index move_reasons_label on move_reasons (company_id, entity, move, label) where retired_at is null;
select tenant_table('move_reasons');
