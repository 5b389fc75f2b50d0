-- Written by the manufacturer, read by everybody.
create table releases (
  id bigint generated always as identity primary key,
  release_number text not null unique,
  release_date date not null,
  title text not null,
  body text not null
);
alter table releases enable row level security;
alter table releases force row level security;
create policy read on releases for select using (true);
create policy write on releases using ((select app_company()) = 10) with check ((select app_company()) = 10);

create table notices (
  id bigint generated always as identity primary key,
  color text not null check (color ~ '^#[0-9a-fA-F]{6}$'),
  title text not null,
  body text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- Companies that see it; null: all.
  audience int[]
);
alter table notices enable row level security;
alter table notices force row level security;
create policy read on notices for select using (audience is null or (select app_company()) = any (audience));
create policy write on notices using ((select app_company()) = 10) with check ((select app_company()) = 10);
