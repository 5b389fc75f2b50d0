-- Pages that a company opens to everybody by a link: to book an appointment, to ask for something.
create table public_pages (
  company_id int not null references companies,
  id bigint generated always as identity,
  purpose text not null check (purpose in ('booking', 'request')),
  name text not null,
  -- What the page does, by its purpose.
  about jsonb not null,
  -- Kept as it is: it is published, and copied again for the next place.
  token text not null,
  sent int not null default 0,
  user_id bigint,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index public_pages_of on public_pages (company_id, purpose, id);
select tenant_table('public_pages');
