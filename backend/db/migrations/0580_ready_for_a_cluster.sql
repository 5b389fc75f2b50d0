-- A cluster keeps campaigns, incentives and baskets whole on every node (backend/db/distribution.ts), because every company
-- reads the manufacturer's; from there no key leads to a company's shard.
alter table campaigns drop constraint if exists campaigns_company_id_fkey;
alter table incentives drop constraint if exists incentives_company_id_fkey;
alter table baskets drop constraint if exists baskets_company_id_fkey;

-- It sets no part of a key to null that names the company. Accepted quotes are not deleted, so nothing did.
alter table used_cars drop constraint used_cars_company_id_reserved_quote_fkey,
  add foreign key (company_id, reserved_quote) references quotes (company_id, id);
alter table new_cars drop constraint new_cars_company_id_reserved_quote_fkey,
  add foreign key (company_id, reserved_quote) references quotes (company_id, id);

-- The cars of an offer by a join over the company, which finds them on its shard.
create or replace view b2b_quotes_words with (security_invoker = true) as
  select q.company_id, q.id as record_id, word
  from b2b_quotes q left join customers c on c.company_id = q.company_id and c.id = q.customer_id,
    unnest(words_of(concat_ws(' ', q.customer_name, nullif(c.name, q.customer_name))) || number_words(q.number)) word
  where word <> ''
  union all
  select q.company_id, q.id, word
  from b2b_quotes q cross join jsonb_array_elements(q.draft -> 'cars') line
    join used_cars u on u.company_id = q.company_id and u.id = (line ->> 'carId')::bigint,
    unnest(words_of(concat_ws(' ', u.maker, u.model)) || code_words(u.plate_key)) word
  where word <> '';
