-- A campaign of the manufacturer may be for the companies of a basket alone. They stand in the campaign itself, as the basket says
-- them today, because a policy reads no other table.
alter table campaigns
  add column audience_id bigint,
  add column company_ids int[],
  add constraint campaigns_audience check (audience_id is null or company_id = 10);
alter policy network on campaigns using (company_id = 10 and (company_ids is null or app_company() = any (company_ids)));
