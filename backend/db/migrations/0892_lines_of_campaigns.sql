-- What contracts use of a campaign is counted by their lines, each time a budget is read.
create index contract_lines_campaign on contract_lines (company_id, campaign_id) include (campaign_company_id, contract_id, amount)
  where campaign_id is not null;
