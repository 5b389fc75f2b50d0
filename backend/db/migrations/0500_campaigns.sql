-- Campaigns that people write (domain.md §2.21): every incentive lies in one, which is a draft until somebody activates it.
alter table campaigns no force row level security;
alter table incentives no force row level security;

alter table campaigns
  add column state text not null default 'draft' constraint campaigns_state_check check (state in ('draft', 'active', 'stopped')),
  -- The values that were tried last, as a digest, and whether they are those of the record.
  add column trial text,
  add column tried boolean not null default false,
  -- How its incentives go together with those of other campaigns.
  add column stacking text not null default 'others' check (stacking in ('always', 'others', 'alone')),
  -- The rule that says for which cars it is; empty: all.
  add column maker_ids bigint[] not null default '{}',
  add column model_ids bigint[] not null default '{}',
  add column version_ids bigint[] not null default '{}',
  add column fuels text[] not null default '{}',
  add column categories text[] not null default '{}',
  add column co2_from int,
  add column co2_to int,
  add column price_from bigint,
  add column price_to bigint,
  add column stock_days int,
  add column archived_at timestamptz,
  add column version int not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column of_incentive bigint;

update campaigns set state = 'active', tried = true, stacking = case when stackable then 'others' else 'alone' end;
alter table campaigns drop column stackable;

alter table campaigns drop constraint campaigns_channels_check, drop constraint campaigns_customer_types_check;
update campaigns set channels = coalesce(channels, '{}'), customer_types = coalesce(customer_types, '{}');
alter table campaigns
  alter column channels set default '{}', alter column channels set not null,
  alter column customer_types set default '{}', alter column customer_types set not null,
  add check (channels <@ '{retail,business,b2b}'), add check (customer_types <@ '{private,vat,fleet}');

-- An incentive that was in no campaign counted beside every campaign: so does its own.
insert into campaigns (company_id, name, valid_from, valid_to, state, tried, stacking, of_incentive)
  select company_id, name, valid_from, valid_to, 'active', true, 'always', id from incentives where campaign_id is null;
update incentives i set campaign_id = c.id, valid_to = null from campaigns c
  where c.company_id = i.company_id and c.of_incentive = i.id;
alter table campaigns drop column of_incentive;

alter table incentives
  alter column campaign_id set not null,
  alter column valid_from drop not null,
  alter column refund_percent set default 0,
  -- Its place in the campaign.
  add column position int not null default 0;
-- Choices are lists, empty where nothing is asked.
alter table incentives
  alter column customer_types type text[] using coalesce(customer_types, '{}'),
  alter column customer_types set default '{}', alter column customer_types set not null,
  alter column scrapped_euro type text[] using coalesce(scrapped_euro, '{}')::text[],
  alter column scrapped_euro set default '{}', alter column scrapped_euro set not null;
update incentives set bands = (
  select jsonb_agg(band || jsonb_build_object('scrappedEuro', case when jsonb_typeof(band->'scrappedEuro') = 'array'
    then (select jsonb_agg(class) from jsonb_array_elements_text(band->'scrappedEuro') class) else '[]' end) order by place)
  from jsonb_array_elements(bands) with ordinality as each (band, place)) where bands is not null;
create index incentives_campaign on incentives (company_id, campaign_id);

create view campaigns_words with (security_invoker = true) as
  select c.company_id, c.id as record_id, word from campaigns c, unnest(words_of(concat_ws(' ', c.name,
    (select string_agg(i.name, ' ') from incentives i where i.company_id = c.company_id and i.campaign_id = c.id)))) word
  where word <> '';
alter table incentives force row level security;
alter table campaigns force row level security;
do $$ declare company int; begin
  perform set_config('app.scope', 'fms', true);
  for company in select company_id from companies loop
    perform set_config('app.company_id', company::text, true);
    insert into search_words select distinct company_id, 'campaigns', record_id, word from campaigns_words where company_id = company;
  end loop;
end $$;
