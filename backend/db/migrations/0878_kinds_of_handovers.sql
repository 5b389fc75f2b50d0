-- Why work went to colleagues: its person left, or was absent. Each is taken back by itself.
alter table handovers add column kind text not null default 'leaving' check (kind in ('leaving', 'absence'));
