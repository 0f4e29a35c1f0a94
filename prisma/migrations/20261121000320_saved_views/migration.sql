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
