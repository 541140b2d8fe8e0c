-- Log-ins of the command `pix` that a member confirms in the panel (RFC 8628). Only the digests of
-- the codes are stored; the rows are deleted when they expire.
create table auth.device_log_ins (
  device_code_sha256 bytea primary key,
  user_code_sha256 bytea not null unique,
  -- What the command says of its machine, and its network address: the member sees both.
  client_name text not null,
  address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  polled_at timestamptz,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'denied')),
  -- The key that the member chose. It is made when the command fetches it, so no secret is stored.
  merchant_id uuid references merchants (merchant_id),
  user_id text references auth."user" ("id") on delete cascade,
  member_role text,
  approved_from text,
  environment text check (environment in ('test', 'live')),
  key_name text,
  check (num_nulls(merchant_id, user_id, member_role, approved_from, environment, key_name)
    = case when status = 'approved' then 0 else 6 end)
);

create index device_log_ins_expiry on auth.device_log_ins (expires_at);
create index device_log_ins_of_user on auth.device_log_ins (user_id);
