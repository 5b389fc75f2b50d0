-- Lists count up to 5,000 rows and add them up by state. With all that they add up in the index, and what tells who sees
-- them, they read no row of these wide tables: contracts had come to ask for the withdrawal, too, quotes for their sums.
drop index contracts_state;
create index contracts_state on contracts (company_id, state, created_at desc, id desc)
  include (total, received, margin_second, canceled_at, withdrawn_at, seller_id, partner_id);

drop index quotes_state;
create index quotes_state on quotes (company_id, state, created_at desc, id desc)
  include (expires_on, keys_in_hand, margin, discount, list_total, seller_id) where not superseded;
