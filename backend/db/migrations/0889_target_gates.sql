-- A rule that pays a sale only where the month's target of who earns by it is reached; null: it pays anyway.
alter table commission_rules add column target text;
