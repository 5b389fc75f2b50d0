-- The people of a contract as they were when one of them was erased: its papers are kept for ten years (art. 2220 c.c.).
alter table contracts add column kept_parties jsonb;
