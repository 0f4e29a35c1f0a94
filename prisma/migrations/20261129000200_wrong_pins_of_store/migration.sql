-- Wrong PINs of a day are counted for a store's tablets together, those that were unpaired meanwhile included.
create index tablet_pin_day on tablet (project_id, pin_day_until) where pin_day_until is not null;
