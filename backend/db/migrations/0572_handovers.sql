-- What a person who left had in hand and to whom it went, so that it can be taken back as a whole.
create table handovers (
  company_id int not null references companies,
  id bigint generated always as identity,
  person_id bigint not null,
  given_by bigint,
  created_at timestamptz not null default now(),
  -- [{ "kind": "quotes", "to": 12, "ids": [3, 4] }]; `to` null: nobody has them.
  moved jsonb not null,
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, person_id) references users (company_id, id),
  foreign key (company_id, given_by) references users (company_id, id)
);
create index handovers_person on handovers (company_id, person_id) where undone_at is null;
select tenant_table('handovers');
