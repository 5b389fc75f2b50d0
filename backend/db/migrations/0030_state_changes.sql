-- Through which states a record went: one row per move, written with it. Figures such as "days in a state" are read from here,
-- never from the audit, whose facts may be erased.
create table state_changes (
  company_id int not null references companies,
  id bigint generated always as identity,
  entity text not null,
  record_id bigint not null,
  -- Null: the record began.
  from_state text,
  to_state text not null,
  at timestamptz not null,
  -- Null: nobody's request made it, or it is not known who did.
  user_id bigint,
  reason text,
  note text,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
-- The path of one record, and how long each stayed: the next row of the record ends the stay.
create index state_changes_record on state_changes (company_id, entity, record_id, id) include (to_state, at);
-- What came into a state in a span of time, by whom and why.
create index state_changes_state on state_changes (company_id, entity, to_state, at) include (record_id, user_id, reason);
select tenant_table('state_changes');
revoke update on state_changes from app_rw;

-- The past of quotes from the audit. Whoever owns the tables may be under their policies: they are lifted for this one statement.
alter table audit_events no force row level security;
alter table quotes no force row level security;
alter table state_changes no force row level security;
insert into state_changes (company_id, entity, record_id, from_state, to_state, at, user_id, reason)
select e.company_id, 'quote', e.entity_id,
  case e.action when 'issue' then 'draft' when 'close' then 'issued' end,
  case e.action when 'issue' then 'issued' when 'close' then 'closed' else 'draft' end,
  e.at, e.user_id, case when e.action = 'close' then q.close_reason end
from audit_events e join quotes q on q.company_id = e.company_id and q.id = e.entity_id
where e.entity = 'quote' and e.action in ('create', 'revise', 'duplicate', 'issue', 'close')
order by e.company_id, e.id;
-- A state that no audit row tells of (the demo world of earlier versions): since when it was last changed.
insert into state_changes (company_id, entity, record_id, from_state, to_state, at)
select q.company_id, 'quote', q.id, last.to_state, q.state, q.updated_at
from quotes q left join lateral (select to_state from state_changes s
  where s.company_id = q.company_id and s.entity = 'quote' and s.record_id = q.id order by s.id desc limit 1) last on true
where last.to_state is distinct from q.state;
alter table audit_events force row level security;
alter table quotes force row level security;
alter table state_changes force row level security;
