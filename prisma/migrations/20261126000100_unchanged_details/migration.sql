-- Of update_order: details of which nothing was told are not written again, which of 200 KB was as much disk for a request of a
-- hundred bytes; and of an order whose userToken was guessed wrong nothing is read. The rest of it is as it was.
do $do$
declare
  v_change record;
  v_text text;
begin
  for v_change in select * from (values
    ($$hs_fields = jsonb_strip_nulls(o.hs_fields || p_hs)$$,
     $$hs_fields = case when p_hs = '{}' then o.hs_fields else jsonb_strip_nulls(o.hs_fields || p_hs) end$$),
    ($$custom_event_meta_data = jsonb_strip_nulls(o.custom_event_meta_data || p_meta)$$,
     $$custom_event_meta_data = case when p_meta = '{}' then o.custom_event_meta_data
        else jsonb_strip_nulls(o.custom_event_meta_data || p_meta) end$$),
    ($$'order', to_jsonb(o))$$,
     $$'order', case when o.user_token <> p_token then null else to_jsonb(o) end)$$)
  ) change (before, after) loop
    v_text := pg_get_functiondef('update_order'::regproc);
    if strpos(v_text, v_change.before) = 0 then
      raise exception 'update_order is not the function that this migration changes: %', v_change.before;
    end if;
    execute replace(v_text, v_change.before, v_change.after);
  end loop;
end $do$;
