-- Who gave a signer the dealer's device on which they drew their signature; a code of their own page proves them there, too.
-- signature_codes is used by processes of the version before alone, which go on during the update: a migration of the next version drops it.
alter table signature_signers
  add column witness_id bigint,
  add constraint signature_signers_witness foreign key (company_id, witness_id) references users (company_id, id);
