-- Who made the offer of a valuation: a request to whoever is free names no specialist, and whom a valuation passes to has not offered.
alter table valuations add column offered_by bigint;
alter table valuations add constraint valuations_offered_by foreign key (company_id, offered_by) references users (company_id, id);
alter table valuations no force row level security;
update valuations set offered_by = coalesce(specialist_id, made_by) where offered_at is not null;
alter table valuations force row level security;
