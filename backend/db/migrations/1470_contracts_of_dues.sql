-- The contract of a due stands in its indexes by day, too: the runner of reports names it, and without it a sum over a year read the
-- rows themselves, or the whole index of another day.
drop index contract_dues_handover;
create index contract_dues_handover on contract_dues (company_id, handover_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
drop index contract_dues_signed;
create index contract_dues_signed on contract_dues (company_id, signed_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
drop index contract_dues_approved;
create index contract_dues_approved on contract_dues (company_id, approved_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
drop index contract_dues_billed;
create index contract_dues_billed on contract_dues (company_id, billed_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
drop index contract_dues_registered;
create index contract_dues_registered on contract_dues (company_id, registered_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
drop index contract_dues_delivered;
create index contract_dues_delivered on contract_dues (company_id, delivered_on)
  include (contract_id, due_on, kind, amount, open, refund, location_id, seller_id) where is_counted;
