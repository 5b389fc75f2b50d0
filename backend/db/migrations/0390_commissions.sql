-- What a seller earns, by plans that hold from a day on: [{ "from": "2026-01-01", "newFixed": 8000, "newPercent": 8, … }] (domain/users/commission.ts).
alter table users add column commissions jsonb not null default '[]';
