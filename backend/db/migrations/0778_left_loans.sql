-- The day on which the customer said to leave the loan; the law counts from it, not from when somebody records it.
alter table contracts add column left_on date;
