-- Replaced by those of 0036: nothing sorts by lower(name) any more.
drop index people_name;
drop index people_by_section_and_name;
