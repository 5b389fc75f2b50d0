-- Who let an upload go may take it back; anybody else takes only what they sent.
alter table uploads add column released_by bigint;
