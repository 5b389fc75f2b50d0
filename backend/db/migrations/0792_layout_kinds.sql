-- Annexes and receipts of contracts, and wholesale offers, are laid out by the company, too.
alter table layouts drop constraint layouts_kind_check;
alter table layouts add constraint layouts_kind_check check (kind in ('contracts', 'annexes', 'receipts', 'quotes', 'offers', 'stocks'));
