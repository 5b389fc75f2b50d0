-- What a campaign may give, to each company that uses it, and which goes first (domain.md §2.21).
alter table campaigns
  -- Quotes that may use it, and gross cents that they may take together; null: as many as there are.
  add column max_uses int check (max_uses > 0),
  add column max_amount bigint check (max_amount > 0),
  -- The higher goes first.
  add column priority int not null default 0;

-- What each issued quote takes of a campaign. It counts while the quote is an offer or a sale; one that is lost, expired or revised gives it back.
create table campaign_uses (
  company_id int not null references companies,
  quote_id bigint not null,
  -- The manufacturer's or the company's own: no foreign key, because it lies with its company.
  owner_id int not null,
  campaign_id bigint not null,
  amount bigint not null,
  primary key (company_id, quote_id, owner_id, campaign_id),
  foreign key (company_id, quote_id) references quotes (company_id, id) on delete cascade
);
create index campaign_uses_campaign on campaign_uses (company_id, owner_id, campaign_id);
select tenant_table('campaign_uses');

-- What was issued until now.
alter table campaign_uses no force row level security;
alter table quotes no force row level security;
alter table incentives no force row level security;
insert into campaign_uses (company_id, quote_id, owner_id, campaign_id, amount)
  select q.company_id, q.id, i.company_id, i.campaign_id, -sum((row->>'amount')::bigint)
  from quotes q cross join lateral jsonb_array_elements(q.snapshot->'priced'->'rows') row
    join incentives i on i.campaign_id is not null and i.company_id in (10, q.company_id) and row->>'key' = 'incentive-' || i.id
  group by q.company_id, q.id, i.company_id, i.campaign_id;
alter table incentives force row level security;
alter table quotes force row level security;
alter table campaign_uses force row level security;
