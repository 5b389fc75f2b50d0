-- The last day on which anybody of a role entered, as a company tells the network each night: a day, no person.
alter table network_people add column last_login_on date;
