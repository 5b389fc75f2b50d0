-- A receipt is written by the system when a customer accepts; one that was not sent yet goes when the acceptance is taken back.
alter table messages add column receipt boolean not null default false;
