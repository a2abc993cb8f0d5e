-- Whose faces are compared, as the institution says (decision 55): what a claim needs while few people are enrolled.
alter table institution add column ages text not null default 'adults'
  check (ages in ('adults', 'from_12', 'under_12'));
