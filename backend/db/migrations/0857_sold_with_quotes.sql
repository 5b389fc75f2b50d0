-- What is sold with the car of a quote, as far as commissions ask: they read no draft.
alter table quotes add column has_financing boolean not null default false;
alter table quotes add column insurances int not null default 0;
-- Cars taken in, without those for scrapping.
alter table quotes add column barters int not null default 0;
-- Until 0868: 0867 fills them in, and a change of the table in the same file would keep readers out for as long.
alter table quotes no force row level security;
