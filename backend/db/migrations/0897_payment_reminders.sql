-- Customers who were reminded of what they owe: when, of which contracts and how much, and the mail that went out.
create table payment_reminders (
  company_id int not null references companies,
  id bigint generated always as identity,
  customer_id bigint not null,
  -- The day in Rome: nobody is reminded twice on one.
  day date not null,
  contract_ids bigint[] not null,
  amount bigint not null,
  message_id bigint,
  user_id int not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index payment_reminders_of on payment_reminders (company_id, customer_id, day);
select tenant_table('payment_reminders');
