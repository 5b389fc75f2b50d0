-- The paint that a picture shows: it stands for the version where that paint is chosen. Null: any paint.
alter table version_images add column option_id bigint, add foreign key (option_id) references options;
