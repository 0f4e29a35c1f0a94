-- The second wall (docs/decisions/0021): a statement sees the rows of the projects that the setting baycall.projects names,
-- comma separated, whatever it asks for; `*` is every project, and without the setting there are no rows. The application
-- sets it for each transaction (lib/walled-client.ts). Owners are bound as everybody is, superusers are not: so the
-- application's statements run as the role baycall_app, which owns nothing, wherever it may be made.

-- Behind a policy a condition is looked up in an index only if its operator is known to tell nothing of rows that are not
-- seen. Those of text are, those of enums are not: what indexes of entries and of their sums hold becomes text, or a page
-- would cost a walk through the project.
alter table entry alter column source type text,
  add constraint entry_source_known check (source in ('sdk', 'order', 'import'));
alter table entry_series alter column source type text;
alter table entry_delta alter column source type text;
alter table entry_hour_sum alter column time_type type text;
alter table entry_day_sum alter column time_type type text;
alter table entry_month_sum alter column time_type type text;
do $$
declare
  v_function regprocedure;
begin
  foreach v_function in array array['fold_entry_deltas(integer)', 'rebuild_entry_sums(uuid)']::regprocedure[] loop
    execute replace(pg_get_functiondef(v_function), '::entry_time_type', '::text');
  end loop;
end $$;
drop type entry_source;
drop type entry_time_type;

-- Raises the wall wherever it does not stand: every table with a project_id has the policy, whichever migration made it,
-- and the role may do what the application does. Done at every start, and nothing where all is as it should be. Answers
-- whether there is the role; where the account that migrates may not make one, owners are bound and there is none.
create function raise_wall() returns boolean language plpgsql as $$
declare
  v_schema constant text := current_schema();
  v_table record;
  v_role record;
  v_may text;
begin
  -- The setting is read once a statement, by a subquery that depends on nothing: an id in an index is found as before.
  -- `*` is null there, and of null nothing is false. Rows that are nobody's yet are seen by who sees everybody's alone.
  for v_table in
    select c.oid::regclass as name, c.relrowsecurity as is_on, c.relforcerowsecurity as is_forced,
           exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'of_projects') as has_policy,
           case when a.attnotnull then '' else $nobodys$ and (project_id is not null
             or (select current_setting('baycall.projects', true)) = '*')$nobodys$ end as nobodys
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
    where c.relnamespace = v_schema::regnamespace and c.relkind in ('r', 'p')
      and pg_has_role(c.relowner, 'usage')
  loop
    if not v_table.has_policy then
      execute format($policy$
        create policy of_projects on %1$s
          using ((project_id = any ((select string_to_array(
            nullif(coalesce(current_setting('baycall.projects', true), ''), '*'), ',')::uuid[])::uuid[])) is not false%2$s)
          with check ((project_id = any ((select string_to_array(
            nullif(coalesce(current_setting('baycall.projects', true), ''), '*'), ',')::uuid[])::uuid[])) is not false%2$s)
        $policy$, v_table.name, v_table.nobodys);
    end if;
    if not v_table.is_on then
      execute format('alter table %s enable row level security', v_table.name);
    end if;
    if not v_table.is_forced then
      execute format('alter table %s force row level security', v_table.name);
    end if;
  end loop;

  if not exists (select from pg_roles where rolname = 'baycall_app') then
    begin
      create role baycall_app nologin;
    exception
      when insufficient_privilege then return false;
      -- Another database of this server had the same thought.
      when duplicate_object or unique_violation then null;
    end;
  end if;
  select r.oid, r.rolsuper or r.rolbypassrls as passes into v_role from pg_roles r where r.rolname = 'baycall_app';
  if v_role.passes then
    return false;
  end if;
  -- A role of another installation on this server, whose account is not ours, must see nothing here. (Who may take a role
  -- is told apart from who belongs to it since PostgreSQL 16.)
  v_may := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
  if not pg_has_role(v_role.oid, v_may) then
    begin
      execute format('grant baycall_app to %I', current_user);
    exception when insufficient_privilege then
      return false;
    end;
  end if;

  if not has_schema_privilege('baycall_app', v_schema, 'usage') then
    execute format('grant usage on schema %I to baycall_app', v_schema);
  end if;
  for v_table in
    select c.oid::regclass as name, c.relname, c.relkind
    from pg_class c
    where c.relnamespace = v_schema::regnamespace and c.relkind in ('r', 'p', 'S') and pg_has_role(c.relowner, 'usage')
      and not has_table_privilege('baycall_app', c.oid, case when c.relname = '_prisma_migrations' or c.relkind = 'S'
                                                             then 'select' else 'insert' end)
  loop
    if v_table.relkind = 'S' then
      execute format('grant usage, select on sequence %s to baycall_app', v_table.name);
    elsif v_table.relname = '_prisma_migrations' then
      execute format('grant select on %s to baycall_app', v_table.name);
    elsif v_table.relname = 'audit_entry' then
      -- Append-only: besides the trigger, which binds everybody.
      execute format('grant select, insert on %s to baycall_app', v_table.name);
    else
      execute format('grant select, insert, update, delete on %s to baycall_app', v_table.name);
    end if;
  end loop;
  return true;
end $$;

select raise_wall();
