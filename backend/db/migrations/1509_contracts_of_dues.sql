-- The contract of a due stands in the indexes by day, too: the runner of reports names it, and without it a sum over a year read the
-- rows themselves, or the whole index of another day. Beside the old ones until 1510, so that nobody who reads waits for them.
create index contract_dues_handover_next on contract_dues (company_id, handover_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
create index contract_dues_signed_next on contract_dues (company_id, signed_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
create index contract_dues_approved_next on contract_dues (company_id, approved_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
create index contract_dues_billed_next on contract_dues (company_id, billed_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
create index contract_dues_registered_next on contract_dues (company_id, registered_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
create index contract_dues_delivered_next on contract_dues (company_id, delivered_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
