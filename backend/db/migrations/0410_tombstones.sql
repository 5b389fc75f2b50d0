-- Every erasure leaves a tombstone outside of the database, which a restored backup is held against.
alter table erasures
  -- Since when the tombstone is in the file store; null: a job writes it.
  add column stored_at timestamptz,
  -- When it was done again, because a restored backup had brought the person back.
  add column replayed_at timestamptz;
create index erasures_unstored on erasures (company_id, customer_id) where stored_at is null;
grant update (stored_at) on erasures to app_rw;

-- Doubles that were merged into an erased customer were erased with it; now each has a row of its own.
do $$ declare company int; begin
  perform set_config('app.scope', 'fms', true);
  for company in select company_id from companies loop
    perform set_config('app.company_id', company::text, true);
    insert into erasures (company_id, customer_id, reason, counts, kept_until, user_id, created_at)
      with recursive same as (
        select e.customer_id, e.reason, e.kept_until, e.user_id, e.created_at from erasures e where e.company_id = company
        union select c.id, s.reason, s.kept_until, s.user_id, s.created_at
          from same s join customers c on c.company_id = company and c.merged_into = s.customer_id)
      select company, customer_id, reason, '[]', kept_until, user_id, created_at from same
      on conflict do nothing;
  end loop;
end $$;
