-- The VAT regime of a sale that is not the one in which the car stands: what leaves the country bears no VAT, its price is the net one.
alter table used_cars add column sale_regime text check (sale_regime in ('margin', 'vat', 'intra_eu', 'export'));
