-- What strangers send by an open page waits here until the address or number in it is confirmed by a code. A time of
-- calendars that they chose is held for them for some minutes.
create table page_forms (
  company_id int not null references companies,
  id bigint generated always as identity,
  purpose text not null check (purpose in ('booking', 'request')),
  page_id bigint not null,
  -- Of the form as it was shown: sent again it is the same one.
  key text not null,
  -- What was typed; empty once it is settled.
  form jsonb not null,
  -- E-mail in lower case and telephone number, and a hash of the sender's network: what waits of each is bounded.
  contacts text[] not null,
  network bytea not null,
  -- Of a booking: the time that it takes of these calendars.
  starts_at timestamptz,
  minutes int,
  calendar_ids bigint[] not null default '{}',
  -- Until then it counts among those that wait, and its time is held.
  waits_until timestamptz not null,
  code_hash bytea,
  code_at timestamptz,
  code_tries int not null default 0,
  codes int not null default 0,
  sms_at timestamptz,
  created_at timestamptz not null,
  -- Confirmed by a code, taken by a colleague without one, or put aside by one.
  settled_as text check (settled_as in ('confirmed', 'taken', 'dropped')),
  settled_at timestamptz,
  primary key (company_id, id),
  constraint page_forms_of unique (company_id, page_id, key),
  foreign key (company_id, page_id) references public_pages (company_id, id)
);
create index page_forms_waiting on page_forms (company_id, purpose, id) where settled_at is null;
create index page_forms_texted on page_forms (company_id, sms_at) where sms_at is not null;
select tenant_table('page_forms');
