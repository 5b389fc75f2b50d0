-- What a cancelled contract owes for cars that were taken in and had arrived: they stay the company's.
alter table contracts add column kept_trade_ins bigint not null default 0 check (kept_trade_ins >= 0);
