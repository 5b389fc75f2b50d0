-- What a company states on its documents (Civil Code 2250: register, REA, capital, seat), how it is paid and reached, how
-- it signs its mails; and the prefix and first number of its documents, chosen for a year that has given none yet.
alter table companies
  add column tax_code text not null default '',
  add column website text not null default '',
  add column pec text not null default '',
  add column sdi text not null default '',
  add column registry text not null default '',
  add column rea text not null default '',
  add column capital bigint check (capital > 0),
  -- Null: all of it.
  add column capital_paid bigint check (capital_paid <= capital),
  add column sole_shareholder boolean not null default false,
  add column in_liquidation boolean not null default false,
  -- In the order of preference.
  add column accounts jsonb not null default '[]',
  add column payments text[] not null default '{}',
  add column signature text not null default '';
-- Null: the prefix of the kind.
alter table counters add column first int not null default 1, add column prefix text;
