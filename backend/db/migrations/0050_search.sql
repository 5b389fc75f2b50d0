-- Words of records, by which they are found. A range of words is leakproof, so it is a condition of the index under row level
-- security; LIKE is not, and read every row of the company.
create table search_words (
  company_id int not null references companies,
  -- Table of the record.
  kind text collate "C" not null,
  record_id bigint not null,
  -- Lower case without accents and signs; `~` begins a code written backwards, found by its end.
  word text collate "C" not null
);
select tenant_table('search_words');

-- Letters and digits of a text as one word of at most 32. Signs are named by their place: what is a letter depends on the
-- database's collation.
create function word_of(text) returns text language sql immutable parallel safe as $$
  select left(regexp_replace(searchable($1), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', '', 'g'), 32)
$$;

-- Words of a text, with and without what stands between their signs: "D’Angelo" gives dangelo and angelo. Doubles and '' stay in.
create function words_of(value text) returns text[] language plpgsql immutable parallel safe as $$
declare
  signs constant text := '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+';
  plain constant text := translate(searchable(left(value, 500)), E'\t\n\r\u00a0', '    ');
  parts constant text := regexp_replace(regexp_replace(plain, signs, ' ', 'g'), '(?<!\S)\S(?!\S)', '', 'g');
begin
  return string_to_array(regexp_replace(regexp_replace(plain, signs, '', 'g') || ' ' || parts, '(\S{32})\S+', '\1', 'g'), ' ');
end $$;

-- A code as one word, and backwards: plates, chassis numbers, phones and articles are also found by their end.
create function code_words(text) returns text[] language sql immutable parallel safe as $$
  select case when word_of($1) <> '' then array[word_of($1), '~' || reverse(word_of($1))] else '{}' end
$$;

-- A phone number with its country and, for Italy, without.
create function phone_words(text) returns text[] language sql immutable parallel safe as $$
  select code_words($1) || case when $1 like '+39%' then array[word_of(substr($1, 4))] else '{}' end
$$;

-- P-2026-000123 is found as such, without its P, and by 2026-123, 000123 and 123.
create function number_words(text) returns text[] language sql immutable parallel safe as $$
  select array_agg(word) from regexp_matches(lower($1), '^([a-z]+)-(\d{4})-(0*)(\d+)$') part,
    unnest(array[word_of($1), part[2] || part[3] || part[4], part[1] || part[2] || part[4], part[2] || part[4], part[3] || part[4], part[4]]) word
$$;

-- The words of each kind of record, which `writeWords` of the backend copies when it changes.
create view customers_words with (security_invoker = true) as
  select company_id, id as record_id, word from customers, unnest(
    words_of(concat_ws(' ', name, company_name, tax_code, vat_number, split_part(email, '@', 1))) || word_of(email) || phone_words(phone)) word
  where word <> '';
-- The customer's name of today and the one that the quote says; plates of the cars taken back.
create view quotes_words with (security_invoker = true) as
  select q.company_id, q.id as record_id, word
  from quotes q left join customers c on c.company_id = q.company_id and c.id = q.customer_id, unnest(
    words_of(concat_ws(' ', q.customer_name, nullif(c.name, q.customer_name), q.vehicle)) || number_words(q.number)
    || array(select unnest(code_words(taken ->> 'plate')) from jsonb_array_elements(q.draft -> 'tradeIns') taken)) word
  where word <> '';
create view accessories_words with (security_invoker = true) as
  select company_id, id as record_id, word from accessories, unnest(words_of(concat_ws(' ', code, description)) || code_words(code)) word
  where word <> '';
-- The size also as seven digits, which is how searches are read.
create view tyres_words with (security_invoker = true) as
  select company_id, id as record_id, word from tyres, unnest(
    words_of(concat_ws(' ', code, brand, model, size, rim, load || speed, build, width::text || ratio || rim)) || code_words(code)) word
  where word <> '';

do $$ declare company int; kind text; begin
  perform set_config('app.scope', 'fms', true);
  for company in select company_id from companies loop
    perform set_config('app.company_id', company::text, true);
    foreach kind in array array['customers', 'quotes', 'accessories', 'tyres'] loop
      execute format('insert into search_words select distinct company_id, %L, record_id, word from %I where company_id = $1', kind, kind || '_words')
        using company;
    end loop;
  end loop;
end $$;
alter table search_words add primary key (company_id, kind, record_id, word);
create index search_words_word on search_words (company_id, kind, word, record_id);

alter table customers drop column search;
alter table quotes drop column search;
alter table accessories drop column search;
alter table tyres drop column search;
-- For the latest of those found.
create index customers_updated on customers (company_id, updated_at desc, id desc) where archived_at is null;
