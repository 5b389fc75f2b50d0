-- How far a signer has read, so that who goes on tomorrow begins where they were, and when they approved each part. A document has two
-- forms: its A4 pages, and as many as a phone shows of it; 0 of those: it was frozen before there were any. `ticked` stays: processes
-- of the version before write it beside this one.
alter table signatures add column phone_pages int not null default 0;
alter table signature_signers
  add column seen_pages int[] not null default '{}',
  add column seen_phone_pages int[] not null default '{}',
  -- The instant of each part, by its kind.
  add column approved jsonb not null default '{}';
