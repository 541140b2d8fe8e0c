-- Users of the panel, mails and the audit log. Users have a schema of their own, because the log-in
-- library (better-auth) names its tables and columns.

create schema auth;

create table auth."user" (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  "twoFactorEnabled" boolean,
  "role" text not null check ("role" in ('merchant', 'operator')),
  "merchantId" uuid references merchants (merchant_id),
  check (("role" = 'merchant') = ("merchantId" is not null))
);

create index user_of_merchant on auth."user" ("merchantId");

create table auth."session" (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth."user" ("id") on delete cascade
);

create index session_of_user on auth."session" ("userId");

create table auth."account" (
  "id" text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);

create index account_of_user on auth."account" ("userId");

create table auth."verification" (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create index verification_by_identifier on auth."verification" ("identifier");

create table auth."twoFactor" (
  "id" text primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);

create index two_factor_of_user on auth."twoFactor" ("userId");

create table auth."rateLimit" (
  "id" text primary key,
  "key" text not null unique,
  "count" integer not null,
  "lastRequest" bigint not null
);

-- Codes of authenticators that were used. A code is valid for 90 seconds, but only once (RFC 6238,
-- section 5.2).
create table auth.used_codes (
  user_id text not null,
  code_sha256 bytea not null,
  used_at timestamptz not null,
  primary key (user_id, code_sha256)
);

-- Every mail that was written. Without an SMTP server operators read them in the outbox.
create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  -- Sealed, because it may hold a link that sets a password.
  sealed_body bytea not null,
  status text not null check (status in ('pending', 'sent', 'kept', 'failed')),
  attempt_count bigint not null default 0,
  next_attempt_at timestamptz,
  failure text,
  created_at timestamptz not null,
  sent_at timestamptz
);

create index mails_due on mails (next_attempt_at) where status = 'pending';

-- The audit log: the actor, time and address of each change, written in its transaction.
create table audit_log (
  id uuid primary key,
  -- The merchant that was changed; null for a change of the platform.
  merchant_id uuid,
  actor_kind text not null check (actor_kind in ('merchant', 'operator', 'command', 'system')),
  actor_id text,
  actor_name text not null,
  actor_address text,
  action text not null,
  subject text,
  details json,
  created_at timestamptz not null
);

create index audit_log_of_merchant on audit_log (merchant_id, id);

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function ledger_refuse_change();
