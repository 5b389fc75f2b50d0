-- Pictures of versions. Their bytes are kept as an upload of the manufacturer, under the same id; this row is what dealers may
-- read of it, and only while a published version shows it.
create table catalog_images (
  id bigint primary key,
  name text not null,
  file_key text not null,
  small_key text not null,
  published boolean not null default false
);
select national_table('catalog_images');
alter policy read on catalog_images using (app_company() = 10 or published);

create table version_images (
  version_id bigint not null references versions,
  image_id bigint not null references catalog_images,
  -- The first one stands for the version in lists.
  place int not null,
  shown boolean not null default true,
  primary key (version_id, image_id)
);
create index version_images_image on version_images (image_id);
select national_table('version_images');
