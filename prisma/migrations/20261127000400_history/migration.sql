-- Which history of the database this is, as a number: another one once a backup has been restored, or a standby has taken over
-- (its timeline). What comes after a cursor of another history is not what came after it there. Where a service tells neither
-- timeline nor system, the tables' and the database's own numbers are left.
create function database_history() returns bigint language plpgsql as $$
declare
  v_history text := concat_ws('/', 'order_event'::regclass::oid,
    (select d.oid from pg_database d where d.datname = current_database()));
begin
  begin
    v_history := concat_ws('/', v_history, left(pg_walfile_name(pg_current_wal_lsn()), 8),
      (select s.system_identifier from pg_control_system() s));
  exception when others then null;
  end;
  return hashtextextended(v_history, 0);
end $$;
