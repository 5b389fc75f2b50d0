-- How a lead stood before it was put off, while that may be taken back.
alter table leads add column parked_before jsonb;
