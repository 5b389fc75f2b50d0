-- Whether the company's own mail server has confirmed who sent it; null of what was sent by us, and of what came before.
alter table messages add column verified boolean;
-- The last mail that came about it is of a sender whom nobody has confirmed.
alter table leads add column unverified boolean not null default false;
