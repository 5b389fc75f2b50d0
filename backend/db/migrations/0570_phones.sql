-- Phones written in any way become E.164, as `e164` of domain/phones.ts reads them now; what is no number stays as it was.
create function pg_temp.e164(typed text) returns text language sql immutable as $$
  select case when whole ~ '^\+[1-9]\d{7,14}$' and (whole !~ '^\+393' or whole ~ '^\+393\d{8,9}$') then whole else typed end
  from (select case when bare ~ '^\+' then bare when bare ~ '^39[03]\d{8,}$' then '+' || bare else '+39' || bare end as whole
    from (select regexp_replace(regexp_replace(regexp_replace(typed,
      '^(\s*(?:\+|00)(?!\s*39)[\d\s]+)\(0\)', '\1'), '[[:space:]./()\u2010-\u2015-]', '', 'g'), '^00(?=[1-9])', '+') as bare) bared) made
$$;

do $$ declare company int; begin
  perform set_config('app.scope', 'fms', true);
  for company in select company_id from companies loop
    perform set_config('app.company_id', company::text, true);
    update companies set phone = pg_temp.e164(phone) where company_id = company and phone <> pg_temp.e164(phone);
    update users set phone = pg_temp.e164(phone) where company_id = company and phone <> pg_temp.e164(phone);
    update locations set phone = pg_temp.e164(phone) where company_id = company and phone <> pg_temp.e164(phone);
    with changed as (update customers set phone = pg_temp.e164(phone), phone2 = pg_temp.e164(phone2)
      where company_id = company and (phone <> pg_temp.e164(phone) or phone2 <> pg_temp.e164(phone2)) returning id, phone, phone2)
    insert into search_words (company_id, kind, record_id, word)
      select distinct company, 'customers', id, word from changed, unnest(phone_words(phone) || phone_words(phone2)) word
      where word <> '' on conflict do nothing;
  end loop;
end $$;
