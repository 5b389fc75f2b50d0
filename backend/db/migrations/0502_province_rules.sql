-- Province rules that the manufacturer keeps as national ones are read by every company, as their base in the table provinces.
create policy network on params for select using (company_id = 10 and key = 'provinces.rules');
