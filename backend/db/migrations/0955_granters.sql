-- The name of then of who of the company allowed an access: both sides show it, and the manufacturer reads nobody's account for it.
alter table access_grants add column granter text;
alter table access_grants no force row level security;
alter table users no force row level security;
update access_grants g set granter = u.name from users u where u.company_id = g.company_id and u.id = g.granted_by;
alter table access_grants force row level security;
alter table users force row level security;
