-- What was made beside the old takes its place.
drop index contracts_signed;
alter index contracts_signed_next rename to contracts_signed;
drop index contracts_approved;
alter index contracts_approved_next rename to contracts_approved;
drop index contracts_billed;
alter index contracts_billed_next rename to contracts_billed;
drop index contracts_registered;
alter index contracts_registered_next rename to contracts_registered;
drop index contracts_delivered;
alter index contracts_delivered_next rename to contracts_delivered;
