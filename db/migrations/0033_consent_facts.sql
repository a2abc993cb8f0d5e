-- How somebody agreed, and the day on which they did, which may lie before the day on which it was noted. Unknown for
-- consents of earlier versions.
alter table consents
  add column method text check (method in ('paper', 'digital')),
  add column agreed_on date;
