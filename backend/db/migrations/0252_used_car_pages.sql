-- The address of each car's public page ends with it: nobody guesses it, and who has it sees no more than the sheet behind the windscreen.
alter table used_cars add column page_key text not null default replace(gen_random_uuid()::text, '-', '');
create unique index used_cars_page on used_cars (company_id, page_key);
