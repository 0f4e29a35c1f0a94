-- Whoever ends a session, or changes a password, ends the links for others' passwords that the account has made.
create index staff_reset_open_by on staff_reset (made_by) where used_at is null;
