-- Only a signed addendum counts: what was attached before the last valuation needs no list.
alter table contracts drop column past_addenda;
