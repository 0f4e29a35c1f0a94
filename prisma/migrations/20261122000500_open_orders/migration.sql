-- An order that is still open keeps its id from apps, and its own customer's token reaches it, whoever has the id by now.

-- The orders of an id that are open: there is one, seldom a few.
create index orders_open_of_id on orders (project_id, order_id) where status in ('Registered', 'OnTheWay', 'Arrived');

-- Whether two secrets are one, in a time that tells nothing of where they differ.
create function is_same_secret(p_kept text, p_given text) returns boolean
language sql immutable as $$
  select sha256(convert_to(p_kept, 'UTF8')) = sha256(convert_to(p_given, 'UTF8'))
$$;

-- Whether a key is one that ships in every customer's app.
create function is_publishable(p_project uuid, p_key_id text) returns boolean
language sql stable as $$
  select exists (select from api_key k
    where k.project_id = p_project and k.key_id::text = p_key_id and k.kind = 'publishable')
$$;

-- Whether a store has an order of that id open. Relies on orders_open_of_id.
create function has_open_order(p_project uuid, p_order text, p_destination text) returns boolean
language sql stable as $$
  select exists (select from orders o
    where o.project_id = p_project and o.order_id = p_order and o.destination_id = p_destination
      and o.status in ('Registered', 'OnTheWay', 'Arrived'))
$$;

-- Which order an id means now, as in 20261120000100, and with a userToken before all others the open one that it belongs to:
-- whoever has made another of that id, in this store or another one, keeps no customer from theirs. Not one that was
-- overwritten, whose token is dead though staff may have brought it back. A token that is none's is a wrong one, of how many
-- orders ever. Relies on orders_open_of_id.
drop function find_order(uuid, text, text, text[]);
create function find_order(
  p_project uuid, p_order text, p_destination text, p_stores text[], p_token text default null
) returns table (service_id uuid, ambiguous boolean)
language sql stable as $$
  with own as (
    select o.service_id from orders o
    where p_token is not null and o.project_id = p_project and o.order_id = p_order
      and o.status in ('Registered', 'OnTheWay', 'Arrived')
      and (p_destination is null or o.destination_id = p_destination)
      and (p_stores is null or o.destination_id = any (p_stores))
      and is_same_secret(o.user_token, p_token)
      and not exists (select from order_event e
        where e.project_id = o.project_id and e.service_id = o.service_id
          and e.event_type = 'cancelled' and e.actor = 'api' and e.details ? 'replacedBy')
  ), held as (
    select c.service_id, c.created_at, o.status not in ('Completed', 'Cancelled') as open
    from order_claim c
    join orders o on o.project_id = c.project_id and o.service_id = c.service_id
    where c.project_id = p_project and c.order_id = p_order
      and (p_destination is null or c.destination_id = p_destination)
      and (p_stores is null or c.destination_id = any (p_stores))
      and not exists (select from own)
  )
  select own.service_id, false from own
  union all
  (select h.service_id, p_token is null and (select count(*) from held where open) > 1
   from held h order by h.open desc, h.created_at desc limit 1)
$$;

-- Of create_order: an app takes no id whose order is open, however long ago it was made; and who is refused is told why, and
-- whether an app made the order. Of update_order: the order that the token belongs to. Of erase_entries: of a device also
-- what the one who runs it is called, and its own name wherever it stands. The rest of them is as it was.
do $do$
declare
  v_change record;
  v_text text;
begin
  for v_change in select * from (values
    ('create_order',
     'where p_force or c.free_at <= excluded.created_at',
     'where p_force or (c.free_at <= excluded.created_at
        and not (has_open_order(p_project, p_order, p_destination) and is_publishable(p_project, p_key_id)))'),
    ('create_order',
     $$'freeAt', c.free_at)$$,
     $$'freeAt', c.free_at, 'isOpen', c.free_at <= p_now,
                                       'isOfApp', is_publishable(p_project, (
                                         select e.actor_id from order_event e
                                         where e.project_id = p_project and e.service_id = c.service_id
                                         order by e.sequence limit 1)))$$),
    ('update_order',
     'find_order(p_project, p_order, p_destination, p_stores)',
     'find_order(p_project, p_order, p_destination, p_stores, p_token)'),
    ('update_order',
     '(p_token is null or o.user_token = p_token)',
     '(p_token is null or is_same_secret(o.user_token, p_token))'),
    ('update_order',
     'p_token is not null and o.user_token <> p_token',
     'p_token is not null and not is_same_secret(o.user_token, p_token)'),
    ('erase_entries',
     'is_personal(m.key,',
     $$m.key = 'userId' or e.custom_event_meta_data ->> m.key = any (v_installs) or is_personal(m.key,$$)
  ) change (name, before, after) loop
    v_text := pg_get_functiondef(v_change.name::regproc);
    if strpos(v_text, v_change.before) = 0 then
      raise exception '% is not the function that this migration changes: %', v_change.name, v_change.before;
    end if;
    execute replace(v_text, v_change.before, v_change.after);
  end loop;
end $do$;
