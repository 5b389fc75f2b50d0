-- A delivery that the approval of a contract proposes: its customer is told once somebody has confirmed it.
alter table calendar_events add column proposed boolean not null default false;
