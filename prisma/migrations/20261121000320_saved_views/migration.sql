-- What a person looks at again and again (lib/views): a name for a set of filters, theirs alone in a project. `name_key` is
-- the name as it is compared: two that differ in capitals only are one. They are few, and always listed whole.
create table saved_view (
  project_id uuid not null,
  user_id    text not null,
  view_id    uuid not null,
  name       text not null,
  name_key   text not null,
  filters    jsonb not null,
  created_at timestamptz(3) not null,
  constraint saved_view_pkey primary key (project_id, user_id, view_id)
);
create unique index saved_view_by_name on saved_view (project_id, user_id, name_key);

-- Keeps a new view; no row where its name is taken or there are `p_most` already. Those that one person saves at once wait
-- for each other, and each counts in a statement of its own what the one before has committed. Relies on saved_view_by_name.
create function save_view(p_project uuid, p_user text, p_view uuid, p_name text, p_name_key text, p_filters jsonb,
                          p_most integer, p_now timestamptz) returns setof saved_view
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_project::text || p_user, 320));
  return query
    insert into saved_view (project_id, user_id, view_id, name, name_key, filters, created_at)
    select p_project, p_user, p_view, p_name, p_name_key, p_filters, p_now
    where (select count(*) from saved_view v where v.project_id = p_project and v.user_id = p_user) < p_most
    on conflict (project_id, user_id, name_key) do nothing
    returning *;
end $$;
