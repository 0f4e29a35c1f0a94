-- Since when browsers are known to an account: a cookie that says so and is older than this says nothing any more (see
-- lib/auth/known-device.ts). Null: whenever it was made.
alter table staff_user add column devices_since timestamptz(3);

-- Who was taken out of a project has no PIN in it either.
delete from staff_pin p
where p.has_account and not exists (
  select from membership m where m.project_id = p.project_id and m.user_id = p.person_id
);
