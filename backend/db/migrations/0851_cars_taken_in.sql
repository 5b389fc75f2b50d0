-- How many cars a contract takes in: lists and figures ask by it, and read no JSON.
alter table contracts add column taken_in int not null default 0;
alter table contracts no force row level security;
update contracts set taken_in = jsonb_array_length(agreed_trade_ins) where jsonb_array_length(agreed_trade_ins) > 0;
alter table contracts force row level security;
