-- Who gave a signer the dealer's device on which they drew their signature; a code of their own page proves them there, too.
alter table signature_signers
  add column witness_id bigint,
  add constraint signature_signers_witness foreign key (company_id, witness_id) references users (company_id, id);
drop table signature_codes;
