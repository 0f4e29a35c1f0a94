-- Of erase_entries: a device that an entry names may be others' as well. Whose saved views go is said by who asks
-- (lib/customers/erasing.ts). The rest of it is as it was.
do $do$
declare
  v_text text := pg_get_functiondef('erase_entries'::regproc);
  v_line text := $$delete from saved_view v where v.project_id = p_project and v.filters ->> 'installRef' = any (v_installs);$$;
begin
  if strpos(v_text, v_line) = 0 then
    raise exception 'erase_entries is not the function that this migration changes: %', v_text;
  end if;
  execute replace(v_text, v_line, '');
end $do$;
