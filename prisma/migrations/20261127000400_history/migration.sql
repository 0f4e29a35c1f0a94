-- Which history of the database this is, as a number: another one once a backup has been restored, or a standby has taken over.
-- What comes after a cursor of another history is not what came after it there. A backup of tables brings other tables, or another
-- database; one of the disk, and a standby, another server that was started at another time; one that takes over while it
-- runs, another timeline, where the service tells it.
create function database_history() returns bigint language plpgsql as $$
declare
  v_history text := concat_ws('/', 'order_event'::regclass::oid,
    (select d.oid from pg_database d where d.datname = current_database()),
    extract(epoch from pg_postmaster_start_time()));
begin
  begin
    v_history := concat_ws('/', v_history, left(pg_walfile_name(pg_current_wal_lsn()), 8));
  exception when others then null;
  end;
  return hashtextextended(v_history, 0);
end $$;
