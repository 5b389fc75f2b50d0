-- How far a signer has read, so that who goes on tomorrow begins where they were, and when they approved each part. A document has two
-- forms: its A4 pages, and as many as a phone shows of it; 0 of those: it was frozen before there were any. `if not exists`: a database
-- of 29 November may have them, without `ticked`, which processes of the version before read and write beside this one.
alter table signatures add column if not exists phone_pages int not null default 0;
alter table signature_signers
  add column if not exists ticked text[] not null default '{}',
  add column if not exists seen_pages int[] not null default '{}',
  add column if not exists seen_phone_pages int[] not null default '{}',
  -- The instant of each part, by its kind.
  add column if not exists approved jsonb not null default '{}';
