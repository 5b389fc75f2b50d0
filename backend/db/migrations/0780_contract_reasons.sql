-- Why a receipt was reversed; what a move takes beside its reason waits with it for the second person's yes.
alter table contract_receipts add column reason text not null default '';
alter table move_requests add column taken jsonb not null default '{}';
