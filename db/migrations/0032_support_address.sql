-- Where people of the institution ask for help; the pages show no contact without one.
alter table institution add column support_email text check (length(support_email) between 3 and 254);
