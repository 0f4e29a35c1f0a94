-- Which passkey has opened a session: it ends with it. Null for one that was opened by something else, or before this.
alter table staff_session add column passkey_id text;
