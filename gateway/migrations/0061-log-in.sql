-- Links that set a new password. Only the digests of their tokens are stored.
create table auth.password_resets (
  token_sha256 bytea primary key,
  -- Null for an e-mail without an account: the row is written only so that both answers take equally
  -- long.
  user_id text references auth."user" ("id") on delete cascade,
  expires_at timestamptz not null
);

create index password_resets_of_user on auth.password_resets (user_id);
create index password_resets_expiry on auth.password_resets (expires_at);

-- For a change of password, which deletes the log-ins that wait for their second factor.
create index verification_by_value on auth."verification" ("value");

-- Every username of a sign-up, also when no account was opened: if the username stayed free, it would
-- reveal that the e-mail already had an account.
create table claimed_usernames (
  username text primary key,
  claimed_at timestamptz not null
);
