-- Whether somebody's PIN was set by themselves. One that another has set ends where its person becomes more; of those of before
-- nobody knows.
alter table staff_pin add column is_own boolean not null default false;
