-- Fills in what 0857 and 0861 have added, beside whoever reads.
update quotes set has_financing = coalesce(jsonb_typeof(draft -> 'financing') = 'object', false),
  insurances = jsonb_array_length(coalesce(draft -> 'insurances', '[]')),
  barters = jsonb_array_length(jsonb_path_query_array(draft, '$.tradeIns[*] ? (@.type == "barter")'));

-- The history of the past knows former sellers by their names of then.
update contracts t set former_sellers = g.ids
from (
  select e.company_id, e.entity_id, array_agg(distinct u.id) as ids
  from audit_events e
  join audit_facts f on f.company_id = e.company_id and f.event_id = e.id
  join users u on u.company_id = e.company_id and u.name in (f.facts -> 'before' ->> 'seller', f.facts -> 'before' ->> 'partner')
  where e.entity = 'contract' and e.action = 'assign'
  group by 1, 2
) g
where t.company_id = g.company_id and t.id = g.entity_id;
