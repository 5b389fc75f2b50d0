-- A record has many documents: several kinds, each in its revisions. What is final is never drawn again; what is not yet gives way to
-- the next drawing of its revision. Those that are there are final offers, of the revision that their record is.
alter table documents no force row level security;
alter table quotes no force row level security;
alter table b2b_quotes no force row level security;
alter table documents
  add column id bigint generated always as identity,
  add column kind text not null default 'offer',
  add column revision int not null default 1,
  add column final boolean not null default true;
update documents d set revision = q.revision from quotes q
  where d.entity = 'quote' and q.company_id = d.company_id and q.id = d.record_id;
update documents d set revision = q.revision from b2b_quotes q
  where d.entity = 'b2b_quote' and q.company_id = d.company_id and q.id = d.record_id;
alter table documents
  alter column kind drop default,
  alter column revision drop default,
  alter column final drop default,
  drop constraint documents_pkey,
  add primary key (company_id, id),
  add constraint documents_once unique (company_id, entity, record_id, kind, revision);
alter table documents force row level security;
alter table quotes force row level security;
alter table b2b_quotes force row level security;
