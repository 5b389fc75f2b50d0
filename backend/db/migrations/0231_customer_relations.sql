-- Who belongs to whom among the customers: family, people of a company. One row says it for both.
create table customer_relations (
  company_id int not null references companies,
  id bigint generated always as identity,
  customer_id bigint not null,
  other_id bigint not null,
  -- What the other is to the customer: domain/customers/relations.ts.
  kind text not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id),
  foreign key (company_id, other_id) references customers (company_id, id),
  constraint customer_relations_self check (customer_id <> other_id),
  constraint customer_relations_once unique (company_id, customer_id, other_id, kind)
);
create index customer_relations_other on customer_relations (company_id, other_id);
select tenant_table('customer_relations');
