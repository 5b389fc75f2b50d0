-- What a basket held, day by day: figures, targets and commissions count a contract by what it held on the contract's day.
alter table baskets add column since date not null default '-infinity';

-- What it held before, from a day up to the one from which it held something else.
create table basket_pasts (
  company_id int not null,
  basket_id bigint not null,
  since date not null,
  until date not null,
  maker_ids bigint[] not null,
  model_ids bigint[] not null,
  fuels text[] not null,
  version_ids bigint[] not null,
  primary key (company_id, basket_id, since),
  check (since < until)
);
select tenant_table('basket_pasts');
select open_table('basket_pasts');
-- Dealers count by the manufacturer's, too: baskets of companies have none.
create policy network on basket_pasts for select using (company_id = 10);

create view basket_periods with (security_invoker = true) as
  select company_id, id as basket_id, since, 'infinity'::date as until, maker_ids, model_ids, fuels, version_ids from baskets
  union all
  select company_id, basket_id, since, until, maker_ids, model_ids, fuels, version_ids from basket_pasts;

alter table baskets no force row level security;
alter table basket_versions no force row level security;
alter table basket_pasts no force row level security;
-- Of what was saved on one day the last holds for all of it; what was there first holds for all days before, too.
create temporary table held on commit drop as
  select company_id, basket_id, content, lead(day) over each as until,
    case when lag(day) over each is null then '-infinity' else day end as since
  from (
    select *, lag(content) over (partition by company_id, basket_id order by day) is distinct from content as is_new
    from (
      select distinct on (company_id, basket_id, day) company_id, basket_id, day, content
      from (select company_id, basket_id, version, (at at time zone 'Europe/Rome')::date as day, fields - 'name' as content from basket_versions) kept
      order by company_id, basket_id, day, version desc
    ) last_of_day
  ) changes where is_new
  window each as (partition by company_id, basket_id order by day);
insert into basket_pasts (company_id, basket_id, since, until, maker_ids, model_ids, fuels, version_ids)
select company_id, basket_id, since, until,
  array(select jsonb_array_elements_text(content -> 'makerIds')::bigint), array(select jsonb_array_elements_text(content -> 'modelIds')::bigint),
  array(select jsonb_array_elements_text(content -> 'fuels')), array(select jsonb_array_elements_text(content -> 'versionIds')::bigint)
from held where until is not null and content ->> 'holds' = 'versions';
update baskets b set since = past.until
  from (select company_id, basket_id, max(until) as until from basket_pasts group by company_id, basket_id) past
  where past.company_id = b.company_id and past.basket_id = b.id;
alter table baskets force row level security;
alter table basket_versions force row level security;
alter table basket_pasts force row level security;
