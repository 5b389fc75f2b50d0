-- Whether the legal warranty of a used car was shortened: a fact of the sale, so that no report reads what was decided.
alter table contracts add column warranty_reduced boolean not null default false;
alter table contracts no force row level security;
update contracts set warranty_reduced = true where kind = 'used' and draft ->> 'warrantyReduced' = 'true';
alter table contracts force row level security;
