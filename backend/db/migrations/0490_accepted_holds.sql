-- An accepted quote holds its car: reserved_quote is the quote's first revision, so that every revision finds it.
alter table used_cars
  add column reserved_quote bigint,
  add foreign key (company_id, reserved_quote) references quotes (company_id, id) on delete set null (reserved_quote);
alter table new_cars
  add column reserved_quote bigint,
  add foreign key (company_id, reserved_quote) references quotes (company_id, id) on delete set null (reserved_quote);
create index used_cars_reserved_quote on used_cars (company_id, reserved_quote) where reserved_quote is not null;
create index new_cars_reserved_quote on new_cars (company_id, reserved_quote) where reserved_quote is not null;
