-- Links that set a new password. Only the digests of their tokens are stored.
create table auth.password_resets (
  token_sha256 bytea primary key,
  -- Null for an e-mail without an account: the row only makes the answer take as long.
  user_id text references auth."user" ("id") on delete cascade,
  expires_at timestamptz not null
);

create index password_resets_of_user on auth.password_resets (user_id);
create index password_resets_expiry on auth.password_resets (expires_at);

-- For deleting the log-ins that wait for their second step when the password changes.
create index verification_by_value on auth."verification" ("value");

-- Every username that a sign-up asked for, even if no account was opened: a username that stays
-- free would reveal that the e-mail had an account.
create table claimed_usernames (
  username text primary key,
  claimed_at timestamptz not null
);
