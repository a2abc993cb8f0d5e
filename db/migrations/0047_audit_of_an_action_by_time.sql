-- indexes
-- A search of the audit for one action up to a day, newest first: neither the entries of other actions nor newer ones are read.
create index if not exists audit_action_at on audit (action, at, id);
