-- Versions are found by any part of their name (a campaign's cars, a basket's, an approval's).
create index versions_name on versions using gin (lower(name) gin_trgm_ops);
