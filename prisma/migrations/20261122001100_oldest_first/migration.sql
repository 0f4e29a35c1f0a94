-- What has been noted is added to the sums in the order in which it came, whichever project it is of: one that notes without
-- end keeps no other waiting for good.
create index entry_delta_by_age on entry_delta (delta_id);
