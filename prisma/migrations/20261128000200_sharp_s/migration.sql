-- "Straße" in capitals is "STRASSE", and with a detail's name in one of them the other is meant.

-- As in 20261125000100, and as plainKey does (lib/privacy/fields.ts).
create or replace function plain_key(p_key text) returns text
language sql immutable as $$
  select case when p_key ~ '[^\u0001-\u007f]'
    then replace(small_letters(regexp_replace(normalize(p_key, nfkd),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u0300-\u036f\u2000-\u206f\u3000-\u303f]', '', 'g')), 'ß', 'ss')
    else translate(
      regexp_replace(p_key, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]', '', 'g'),
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      'abcdefghijklmnopqrstuvwxyz') end
$$;

-- What kept a value because of that is looked through once more: of projects that have named such details, the orders that
-- hold one that is written the other way.
update orders o set redacted_at = null
  from (
    select p.project_id, array_agg(plain_key(n.name)) as names,
      coalesce(array_agg(plain_key(n.name)) filter (where n.name ~ '[ßẞ]'), '{}') as sharp
    from project p
    cross join lateral (
      select jsonb_object_keys(p.settings -> 'personalFields') as name where jsonb_typeof(p.settings -> 'personalFields') = 'object'
      union all
      select jsonb_array_elements_text(p.settings -> 'redactedFields') where jsonb_typeof(p.settings -> 'redactedFields') = 'array'
    ) n
    where plain_key(n.name) ~ 'ss'
    group by p.project_id
  ) p
  where p.project_id = o.project_id and o.redacted_at is not null
    and exists (
      select from jsonb_each_text(o.hs_fields || o.custom_event_meta_data) d (key, value)
      where d.value <> '' and plain_key(d.key) = any (case when d.key ~ '[ßẞ]' then p.names else p.sharp end));
