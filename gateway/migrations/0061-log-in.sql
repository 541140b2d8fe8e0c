-- Links that set a new password: only the digest of each token is kept.
create table auth.password_resets (
  token_sha256 bytea primary key,
  -- Null for an e-mail that has no account: the row is written to take the same time.
  user_id text references auth."user" ("id") on delete cascade,
  expires_at timestamptz not null
);

create index password_resets_of_user on auth.password_resets (user_id);
create index password_resets_expiry on auth.password_resets (expires_at);

-- Log-ins that wait for their second step are ended with the password that began them.
create index verification_by_value on auth."verification" ("value");

-- Every username that a sign-up asked for, with the account or without: a free username must not
-- tell that an e-mail had an account already.
create table claimed_usernames (
  username text primary key,
  claimed_at timestamptz not null
);
