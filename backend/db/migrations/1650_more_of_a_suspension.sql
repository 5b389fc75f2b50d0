-- What else a suspension would stop, as each company tells it every night: keys of other programs that are in use, pages that
-- anybody opens, and private links of its people (calendars, the screen of the showroom, reports, phones). Counts alone.
alter table network_going_on add column tokens int not null default 0 check (tokens >= 0);
alter table network_going_on add column pages int not null default 0 check (pages >= 0);
alter table network_going_on add column staff_links int not null default 0 check (staff_links >= 0);
alter table network_going_on no force row level security;
alter table sessions no force row level security;
alter table users no force row level security;
alter table links no force row level security;
update network_going_on n set
  tokens = (select count(*) from sessions s join users u on u.company_id = s.company_id and u.id = s.user_id
    where s.company_id = n.company_id and s.service and s.revoked_at is null and s.expires_at > now() and u.archived_at is null),
  pages = (select count(*) from links l where l.company_id = n.company_id and l.revoked_at is null and l.expires_at > now()
    and l.purpose in ('request', 'booking')),
  staff_links = (select count(*) from links l where l.company_id = n.company_id and l.revoked_at is null and l.expires_at > now()
    and l.purpose in ('calendar', 'room', 'report', 'upload'));
alter table network_going_on force row level security;
alter table sessions force row level security;
alter table users force row level security;
alter table links force row level security;
