-- Invitations to a merchant's team. Only the digests of their tokens are stored. An invitation that
-- expired stays pending until it is revoked or deleted; its token opens nothing.
create table auth.invitations (
  id uuid primary key,
  merchant_id uuid not null references merchants (merchant_id),
  email text not null check (email = lower(email)),
  member_role text not null check (member_role in ('owner', 'finance', 'developer', 'viewer')),
  token_sha256 bytea not null unique,
  -- The id of the user, who may have been removed since; null for a command.
  invited_by text,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'revoked')),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  ended_at timestamptz,
  check ((status = 'pending') = (ended_at is null))
);

create unique index invitations_pending on auth.invitations (merchant_id, email)
  where status = 'pending';
create index invitations_of_merchant on auth.invitations (merchant_id, created_at);

create trigger invitations_legal_transition before update of status on auth.invitations
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('pending > accepted', 'pending > revoked');

-- The list of operators.
create index operators on auth."user" ("id") where "operatorRole" is not null;
