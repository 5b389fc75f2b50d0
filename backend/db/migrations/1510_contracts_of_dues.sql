-- The indexes of 1509 take the places of the old ones.
drop index contract_dues_handover;
alter index contract_dues_handover_next rename to contract_dues_handover;
drop index contract_dues_signed;
alter index contract_dues_signed_next rename to contract_dues_signed;
drop index contract_dues_approved;
alter index contract_dues_approved_next rename to contract_dues_approved;
drop index contract_dues_billed;
alter index contract_dues_billed_next rename to contract_dues_billed;
drop index contract_dues_registered;
alter index contract_dues_registered_next rename to contract_dues_registered;
drop index contract_dues_delivered;
alter index contract_dues_delivered_next rename to contract_dues_delivered;
