-- They are claims now.
alter table contracts drop column claims;
