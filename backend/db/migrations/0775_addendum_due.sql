-- A car that is taken in was valued anew after the approval: an addendum that both sign is due before the invoice.
alter table contracts add column addendum_due boolean not null default false;
