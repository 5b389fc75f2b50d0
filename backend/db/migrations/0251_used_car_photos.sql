-- Photos of used cars, in their order; the first is the cover.
create table used_car_photos (
  company_id int not null,
  id bigint generated always as identity,
  car_id bigint not null,
  upload_id bigint not null,
  -- Null: taken out; it can be put back until its file goes.
  place int,
  -- What it shows.
  note text not null default '',
  -- Damages: [{x, y, kind, note}], x and y in thousandths of width and height.
  marks jsonb not null default '[]',
  user_id bigint,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint used_car_photos_upload unique (company_id, upload_id),
  foreign key (company_id, car_id) references used_cars (company_id, id),
  foreign key (company_id, upload_id) references uploads (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id)
);
create index used_car_photos_car on used_car_photos (company_id, car_id, place);
select tenant_table('used_car_photos');

-- What lists show of the album, and its version, which is not the car's: who edits the car is not disturbed by a phone.
alter table used_cars
  add column photos int not null default 0,
  add column cover_id bigint,
  add column photos_version int not null default 1,
  -- When the first photo was there.
  add column photos_since timestamptz;
