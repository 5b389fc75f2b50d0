-- Words are derived from records, which name their company: the check of each word took half of the time in which it was written.
alter table search_words drop constraint search_words_company_id_fkey;
