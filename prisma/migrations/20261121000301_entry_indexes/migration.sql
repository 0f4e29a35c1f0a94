-- An index for every combination of filters (docs/decisions/0015). The three sources stand before the time: who names
-- none reads three places of one index, newest first, and merges them; who names one reads one. An install has few
-- entries: whatever else is asked of it is looked for among them.
-- The old ones serve until the new ones are there. Entries are read meanwhile; none is written until this has committed
-- (docs/operations.md).
set local maintenance_work_mem = '256MB';

create index entry_of_source_by_entry on entry (project_id, source, entry_time, sequence);

create index entry_of_store_by_creation_new on entry (project_id, destination_id, source, creation_time, sequence);
create index entry_of_store_by_entry_new on entry (project_id, destination_id, source, entry_time, sequence);
create index entry_of_zone_by_creation_new on entry (project_id, zone_id, source, creation_time, sequence);
create index entry_of_zone_by_entry_new on entry (project_id, zone_id, source, entry_time, sequence);

-- Entries of orders have no system.
create index entry_of_os_by_creation_new on entry (project_id, os, source, creation_time, sequence)
  where os is not null;
create index entry_of_os_by_entry on entry (project_id, os, source, entry_time, sequence)
  where os is not null;
create index entry_of_store_os_by_creation on entry (project_id, destination_id, os, source, creation_time, sequence)
  where os is not null;
create index entry_of_store_os_by_entry on entry (project_id, destination_id, os, source, entry_time, sequence)
  where os is not null;
create index entry_of_zone_os_by_creation on entry (project_id, zone_id, os, source, creation_time, sequence)
  where os is not null;
create index entry_of_zone_os_by_entry on entry (project_id, zone_id, os, source, entry_time, sequence)
  where os is not null;

-- At the end: from here on nobody reads either.
drop index entry_of_store_by_creation;
alter index entry_of_store_by_creation_new rename to entry_of_store_by_creation;
drop index entry_of_store_by_entry;
alter index entry_of_store_by_entry_new rename to entry_of_store_by_entry;
drop index entry_of_zone_by_creation;
alter index entry_of_zone_by_creation_new rename to entry_of_zone_by_creation;
drop index entry_of_zone_by_entry;
alter index entry_of_zone_by_entry_new rename to entry_of_zone_by_entry;
drop index entry_of_os_by_creation;
alter index entry_of_os_by_creation_new rename to entry_of_os_by_creation;
