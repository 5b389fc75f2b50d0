-- A car that stays of a sale that ended may be worth less than is owed on it: its customer is to have that much less.
alter table contracts drop constraint contracts_kept_trade_ins_check;
