-- What ended jobs leave behind, and since when a folder holds the files.

-- A job that ended needs neither; both may hold codes and names of people who were erased since.
update jobs set input = 'null', cursor = 'null' where state in ('done', 'failed');

-- When the folder with this mark took the place of another one: files from before may still be there.
alter table file_places add column since timestamptz not null default to_timestamp(0);
