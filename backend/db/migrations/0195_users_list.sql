-- Users as a list of records: one who is blocked is archived.
alter table users rename column disabled_at to archived_at;
alter table users add column last_login_at timestamptz;
alter table users no force row level security;
alter table sessions no force row level security;
update users u set last_login_at = s.at
  from (select company_id, user_id, max(created_at) as at from sessions group by 1, 2) s
  where s.company_id = u.company_id and s.user_id = u.id;
alter table users force row level security;
alter table sessions force row level security;

create view users_words with (security_invoker = true) as
  select company_id, id as record_id, word
  from users, unnest(words_of(concat_ws(' ', name, role_name, split_part(email::text, '@', 1))) || word_of(email::text)) word where word <> '';
do $$ declare company int; begin
  perform set_config('app.scope', 'fms', true);
  for company in select company_id from companies loop
    perform set_config('app.company_id', company::text, true);
    insert into search_words select distinct company_id, 'users', record_id, word from users_words where company_id = company
      on conflict do nothing;
  end loop;
end $$;
