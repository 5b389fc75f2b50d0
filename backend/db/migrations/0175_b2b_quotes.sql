-- Wholesale offers: several used cars to one trader (screens.md §5). A table of their own: other people see them than see quotes, they
-- have no version, instalment or trade-in, and none of the queries of quotes has to leave them out.
create table b2b_quotes (
  company_id int not null references companies,
  id bigint generated always as identity,
  -- Null until issued; every revision keeps its number.
  number text,
  revision int not null default 1,
  -- First revision of this offer; its own id for the first.
  root_id bigint,
  superseded boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'issued', 'accepted', 'closed')),
  seller_id bigint not null,
  customer_id bigint,
  -- Copies for the list.
  customer_name text,
  car_count int not null,
  vehicle text not null,
  regimes text[] not null,
  -- Cars and expenses, VAT included; margin net, null where a cost is not known.
  total bigint not null,
  margin bigint,
  draft jsonb not null,
  -- Sheet, result and texts as they were when issued.
  snapshot jsonb,
  issued_at timestamptz,
  expires_on date,
  close_reason text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint b2b_quotes_number unique (company_id, number, revision),
  foreign key (company_id, root_id) references b2b_quotes (company_id, id),
  foreign key (company_id, seller_id) references users (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id)
);
create index b2b_quotes_created on b2b_quotes (company_id, created_at desc, id desc) where not superseded;
create index b2b_quotes_updated on b2b_quotes (company_id, updated_at desc, id desc) where not superseded;
create index b2b_quotes_state on b2b_quotes (company_id, state, created_at desc, id desc) include (total) where not superseded;
create index b2b_quotes_expiry on b2b_quotes (company_id, expires_on, id) where not superseded;
create index b2b_quotes_of_customer on b2b_quotes (company_id, customer_id);
create index b2b_quotes_of_seller on b2b_quotes (company_id, seller_id);
create index b2b_quotes_root on b2b_quotes (company_id, root_id);
select tenant_table('b2b_quotes');

-- The trader's name of today and the one that the offer says, its number, and the cars by plate and name.
create view b2b_quotes_words with (security_invoker = true) as
  select q.company_id, q.id as record_id, word
  from b2b_quotes q left join customers c on c.company_id = q.company_id and c.id = q.customer_id
  cross join lateral (select coalesce(array_agg(part), '{}') as parts from used_cars u, unnest(
      words_of(concat_ws(' ', u.maker, u.model)) || code_words(u.plate_key)) part
    where u.company_id = q.company_id and u.id in (select (line ->> 'carId')::bigint from jsonb_array_elements(q.draft -> 'cars') line)) cars,
  unnest(words_of(concat_ws(' ', q.customer_name, nullif(c.name, q.customer_name))) || number_words(q.number) || cars.parts) word
  where word <> '';
