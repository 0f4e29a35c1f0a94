-- Where a passkey was made, as its browser saw it: where no address is set (BAYCALL_URL) it signs in from there alone. Null:
-- it was made before this was kept.
alter table staff_passkey add column origin text;
