-- Questions of customers, newest first, for the dashboard: among all that was sent they are few.
create index messages_in on messages (company_id, id desc) where direction = 'in';
