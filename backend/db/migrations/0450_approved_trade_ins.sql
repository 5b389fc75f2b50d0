-- What of a discount was asked for the valuation of trade-ins above their quotation: a worse trade-in is another request. Null: asked
-- before it was noted.
alter table approvals add column over_valued bigint;
