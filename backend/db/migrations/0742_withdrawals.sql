-- A consumer's withdrawal from a contract at a distance or off premises (Codice del consumo, artt. 52–54-bis): when it counts, who said it,
-- where its receipt went.
alter table contracts
  add column withdrawn_at timestamptz,
  add column withdrawn_name text not null default '',
  add column withdrawal_email text not null default '';
