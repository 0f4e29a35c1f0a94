-- Wrong codes that came with the right password: since the last good sign-in, between that and the one before, and when the
-- last of them came. A copy of the record's lines would not do: whoever guesses passwords beside them buries them there.
alter table staff_second_step
  add column wrong_codes integer not null default 0,
  add column wrong_codes_before integer not null default 0,
  add column wrong_code_at timestamptz(3);
