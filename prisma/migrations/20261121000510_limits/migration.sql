-- Who guesses PINs slowly: how many wrong ones a tablet has had in a day, which begins with the first, and when it is over.
alter table tablet
  add column pin_day_wrong integer not null default 0,
  add column pin_day_until timestamptz(3);
