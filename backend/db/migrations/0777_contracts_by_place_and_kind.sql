-- A list of what few contracts have (a place, a kind, a channel, a make) finds them without reading those of the whole company: the day
-- of creation follows, so that the plan is right whatever the shares of other companies are. Most are retail: those need no index.
-- Figures of a month are found by their day, which the registered ones lacked; a business center and a model by what they hold.
create index contracts_of_location on contracts (company_id, location_id, created_at desc, id desc);
create index contracts_of_kind on contracts (company_id, kind, created_at desc, id desc);
create index contracts_of_channel on contracts (company_id, channel, created_at desc, id desc) where channel <> 'retail';
create index contracts_of_model on contracts (company_id, maker_id, model_id, version_id) where maker_id is not null;
create index contracts_of_center on contracts (company_id, business_center_id) where business_center_id is not null;
create index contracts_registered on contracts (company_id, registered_on) where registered_on is not null;
