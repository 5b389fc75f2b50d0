-- Files that people sent. The bytes are in the file store; a row stands here before they do, so that no file is ever without one.
create table uploads (
  company_id int not null references companies,
  id bigint generated always as identity,
  -- domain/uploads/purposes.ts: who may see it follows from it.
  purpose text not null,
  -- As the person called it, without its folder.
  name text not null,
  type text not null,
  bytes int not null,
  -- Pixels of the large size; null for what is no picture.
  width int,
  height int,
  file_key text not null,
  -- Of the small size of a picture.
  small_key text,
  user_id bigint,
  created_at timestamptz not null,
  -- When its bytes were all there.
  ready_at timestamptz,
  -- Since when a record holds it; null: it goes a day after it came, or was let go.
  held_at timestamptz,
  released_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index uploads_loose on uploads (company_id, created_at) where held_at is null;
select tenant_table('uploads');
