-- How a company looks on its documents: logo (in the file store) and colours as #rrggbb; and a version of what its page says.
alter table companies
  add column version int not null default 1,
  add column updated_at timestamptz not null default now(),
  add column colour text not null default '#1f3f8f' check (colour ~ '^#[0-9a-f]{6}$'),
  add column accent text not null default '#e8edf7' check (accent ~ '^#[0-9a-f]{6}$'),
  add column logo_key text,
  add column logo_width int,
  add column logo_height int;
