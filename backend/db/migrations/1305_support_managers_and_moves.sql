-- What several tickets come from, in the manufacturer's own words; empty: nothing was found yet.
alter table tickets add column cause text not null default '' check (length(cause) <= 80);
create index tickets_cause on tickets (company_id, cause) where cause <> '';

-- Answers that the manufacturer keeps ready: rows of company 10, no person in them.
create table ready_answers (
  company_id int not null,
  id bigint generated always as identity,
  title text not null check (length(title) between 1 and 60),
  text text not null check (length(text) between 1 and 4000),
  created_at timestamptz not null,
  primary key (company_id, id)
);
select tenant_table('ready_answers');
select open_table('ready_answers');

-- Who of them has entered and manages the users of the company.
alter table network_people add column managers int not null default 0;
alter table users no force row level security;
alter table logins no force row level security;
alter table network_people no force row level security;
update network_people p set managers = m.many
from (
  select u.company_id, u.role_name, count(*)::int as many
  from users u left join logins l on l.company_id = u.company_id and l.user_id = u.id
  where u.archived_at is null and not u.service and 19 = any(u.privileges) and (u.last_login_at is not null or l.user_id is not null)
  group by u.company_id, u.role_name
) m
where m.company_id = p.company_id and m.role_name = p.role_name;
alter table users force row level security;
alter table logins force row level security;
alter table network_people force row level security;

-- Where the open negotiations of a retired stage are to go on, and from which day.
alter table negotiation_stages add column moves_to bigint, add column moves_on date;
