-- Tablets are listed and counted by store; those that were unpaired stay for the record, and there may be many of them.
create index tablet_in_force on tablet (project_id, destination_id) where revoked_at is null;
