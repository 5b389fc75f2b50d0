-- Whether the clause that shortens the legal warranty is among what a round signs: a fact of the round, so that no report reads its blocks.
alter table signatures add column warranty_clause boolean not null generated always as (blocks @> '[{"kind": "warranty"}]') stored;
