-- When a user was last invited; null: an import brought them and nobody has invited them yet.
alter table users add column invited_at timestamptz;
do $$ begin
  perform set_config('app.scope', 'fms', true);
  update users u set invited_at = u.created_at where not exists (select from audit_events e where e.company_id = u.company_id
    and e.entity = 'user' and e.entity_id = u.id and e.action = 'import');
  update users u set invited_at = e.at from audit_events e where e.company_id = u.company_id and e.entity = 'user'
    and e.entity_id = u.id and e.action = 'invitation_sent';
  perform set_config('app.scope', '', true);
end $$;
