-- Messa su strada is typed by its entries (domain.md §2.3, row 7): what was one amount is one entry, and prints as before.
alter table params no force row level security;
update params set key = 'quotes.roadPreparation' where key = 'quotes.roadCost';
alter table params force row level security;
