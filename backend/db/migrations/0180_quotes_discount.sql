-- What the seller gives away of the list, for the list of quotes and the week of who leads the sellers.
alter table quotes
  add column discount bigint,
  add column list_total bigint,
  add column discount_percent numeric generated always as (round(discount * 100.0 / nullif(list_total, 0), 2)) stored;
-- Issued quotes say it; drafts when they are saved the next time.
alter table quotes no force row level security;
update quotes set
  list_total = (snapshot -> 'priced' ->> 'listTotal')::bigint,
  discount = (select -coalesce(sum((r ->> 'amount')::bigint), 0) from jsonb_array_elements(snapshot -> 'priced' -> 'rows') r
    where r ->> 'key' like 'custom-%')
where snapshot -> 'priced' -> 'rows' is not null;
alter table quotes force row level security;
create index quotes_discount on quotes (company_id, discount_percent, id) where not superseded;
