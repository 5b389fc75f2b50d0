-- The prices of a draft as its seller saved it, without words about persons: when it is opened again it says what changed since.
alter table quotes add column seen jsonb;
