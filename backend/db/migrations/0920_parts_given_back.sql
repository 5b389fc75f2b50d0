-- What of a credit went back while the rest stayed, in net cents, so that it can be taken back.
alter table claims add column returned_part bigint check (returned_part > 0);
