-- Of which message to a signer an SMS began to leave, noted before it does, as with the others (1620): one that a process did not
-- end may have arrived, and is not sent again by itself.
alter table signature_signers add column sending text;
