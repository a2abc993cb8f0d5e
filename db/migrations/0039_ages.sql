-- Whose faces are compared, as the institution says (decision 55): what a claim needs while few people are enrolled.
alter table institution add column ages text not null default 'adults'
  check (ages in ('adults', 'from_12', 'under_12'));

-- A policy that refused whoever left doubt is gone: they may show by moving that they are there.
update institution set liveness = 'step-up' where liveness = 'passive';
