-- Who manages the manufacturer's people sees them, too, and may so give the role that only reads.
alter table users no force row level security;
update users set privileges = privileges || 18 where company_id = 10 and 19 = any(privileges) and not 18 = any(privileges);
alter table users force row level security;
