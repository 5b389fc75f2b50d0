-- Whether a person takes turns with visitors: as the role says (who sells and does not manage users), always, or never;
-- and where in the showroom they sit.
alter table users
  add column rotation text not null default 'role' check (rotation in ('role', 'in', 'out')),
  add column desk text not null default '';
