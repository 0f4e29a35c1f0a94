-- A store's wrong PINs are found by its name, and what has none that day is not read: a right one takes its own back.
create index tablet_pin_wrong on tablet (project_id, destination_id, pin_day_until) where pin_day_wrong > 0;
drop index tablet_pin_day;
