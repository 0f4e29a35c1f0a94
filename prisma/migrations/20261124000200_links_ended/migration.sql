-- How often an account has ended the links for others' passwords that it had made, and, of each link, how often it had by then:
-- a link of before is worth nothing. So whoever ends a session, or changes a password, changes no row of a link: nobody is waited
-- for, and neither is there without the other. -1: ended where its maker was made something else, or taken out.
alter table staff_user add column links_ended integer not null default 0;
alter table staff_reset add column made_after integer not null default 0;
