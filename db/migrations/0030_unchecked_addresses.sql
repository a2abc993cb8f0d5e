-- An address that a person entered themselves belongs to nobody until somebody else has entered it: it is neither refused
-- because another account has it, which would tell so, nor kept from that account.
drop index people_email;
create unique index people_email on people (lower(email)) where deleted_at is null and not email_unchecked;
