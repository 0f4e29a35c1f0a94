-- A store's tablets: each is paired by a manager and holds a credential of its own for that store, until it is revoked. Only
-- the digest of its token is kept. The last columns count wrong PINs tried on it (lib/pins): when the last of them will be
-- forgotten, and until when it takes none.
create table tablet (
  project_id       uuid not null,
  tablet_id        uuid not null,
  destination_id   text not null,
  name             text not null,
  device           text not null,
  digest           bytea,
  paired_by        text not null,
  paired_by_name   text not null,
  paired_at        timestamptz(3) not null,
  last_seen_at     timestamptz(3),
  revoked_at       timestamptz(3),
  pin_forgotten_at timestamptz(3),
  pin_wait_until   timestamptz(3),
  constraint tablet_pkey primary key (project_id, tablet_id)
);

-- Whose a tablet's token is.
create table tablet_lookup (
  digest     bytea not null,
  project_id uuid not null,
  tablet_id  uuid not null,
  constraint tablet_lookup_pkey primary key (digest)
);

-- A tablet that shows its code and waits (RFC 8628). It is nobody's until a manager enters the code: project and tablet are
-- what it becomes then. Deleted once the tablet has its credential, or an hour after it ran out.
create table tablet_pairing (
  device_digest    bytea not null,
  user_code        text not null,
  device           text not null,
  address          text not null,
  state            text not null default 'pending',
  project_id       uuid,
  tablet_id        uuid,
  requested_at     timestamptz(3) not null,
  expires_at       timestamptz(3) not null,
  polled_at        timestamptz(3),
  interval_seconds integer not null,
  constraint tablet_pairing_pkey primary key (device_digest)
);
create unique index tablet_pairing_by_code on tablet_pairing (user_code);
create index tablet_pairing_over on tablet_pairing (expires_at);

-- Who acts on a shared tablet, by a PIN: accounts (person_id is theirs), and staff who have none, with a name and stores of
-- their own. The digest is keyed with the server's secret: a copy of this table alone tells no PIN. One PIN is one person's.
create table staff_pin (
  project_id      uuid not null,
  person_id       text not null,
  has_account     boolean not null,
  name            text not null,
  destination_ids jsonb,
  digest          bytea not null,
  set_at          timestamptz(3) not null,
  constraint staff_pin_pkey primary key (project_id, person_id)
);
create unique index staff_pin_by_digest on staff_pin (project_id, digest);
