-- Who is asked to join a project, as what. The link's token is kept as a digest alone; the row of an invitation that was
-- accepted or withdrawn stays, so that its page can say what became of it.
create table invitation (
  project_id      uuid not null,
  invitation_id   uuid not null,
  email           text not null,
  role            staff_role not null,
  destination_ids jsonb,
  digest          bytea not null,
  invited_by      text not null,
  invited_by_name text not null,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3) not null,
  accepted_at     timestamptz(3),
  withdrawn_at    timestamptz(3),
  constraint invitation_pkey primary key (project_id, invitation_id)
);

-- Whose a token is: its digest is all that a link brings.
create table invitation_lookup (
  digest        bytea not null,
  project_id    uuid not null,
  invitation_id uuid not null,
  constraint invitation_lookup_pkey primary key (digest)
);

-- What a person has beside the password. `secret` is sealed, recovery codes are digests, and `last_step` is the newest step
-- whose code was taken: a code that somebody looked at over a shoulder is worth nothing.
create table staff_second_step (
  user_id      text not null references staff_user (id) on delete cascade,
  secret       bytea not null,
  last_step    bigint not null default 0,
  recovery     jsonb not null default '[]',
  created_at   timestamptz(3) not null,
  confirmed_at timestamptz(3),
  constraint staff_second_step_pkey primary key (user_id)
);

-- `challenged_at`: when the challenge that was answered last was made. An older one is not taken again.
create table staff_passkey (
  passkey_id    text not null,
  user_id       text not null references staff_user (id) on delete cascade,
  name          text not null,
  public_key    bytea not null,
  counter       bigint not null,
  transports    jsonb not null default '[]',
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3),
  challenged_at timestamptz(3) not null,
  constraint staff_passkey_pkey primary key (passkey_id)
);
create index staff_passkey_of_user on staff_passkey (user_id);

-- Links for a new password, by the digest of their token. `made_by`: who made it for the account's owner, if not they
-- themselves, by mail; it is worth no more than they are when it is used.
create table staff_reset (
  digest     bytea not null,
  user_id    text not null references staff_user (id) on delete cascade,
  made_by    text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at    timestamptz(3),
  constraint staff_reset_pkey primary key (digest)
);
create index staff_reset_of_user on staff_reset (user_id);

-- A project keeps an owner of all its stores, whoever asks. Those that change owners of one project at once wait for each
-- other, and each looks at what the one before has committed.
create function keep_an_owner() returns trigger
language plpgsql as $$
begin
  if old.role <> 'owner' or coalesce(old.destination_ids, 'null') <> 'null' then
    return coalesce(new, old);
  end if;
  if tg_op = 'UPDATE' and new.role = 'owner' and coalesce(new.destination_ids, 'null') = 'null' then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(old.project_id::text, 410));
  if not exists (
    select from membership m
    where m.project_id = old.project_id and m.user_id <> old.user_id
      and m.role = 'owner' and coalesce(m.destination_ids, 'null') = 'null'
  ) then
    raise exception 'a project keeps an owner' using errcode = 'BC001';
  end if;
  return coalesce(new, old);
end $$;
create trigger membership_keeps_an_owner before update or delete on membership
  for each row execute function keep_an_owner();
