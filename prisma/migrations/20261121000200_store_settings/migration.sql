-- What managers decide for a project, and for a store where it differs: only what was set is there (lib/settings). The
-- version grows with every change, so that of two managers neither overwrites the other unseen.
alter table "project" add column "settings" jsonb not null default '{}', add column "settings_version" integer not null default 1;
alter table "store" add column "settings" jsonb not null default '{}', add column "settings_version" integer not null default 1;
