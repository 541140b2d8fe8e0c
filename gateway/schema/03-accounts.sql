-- Merchants, their keys and KYC, and the users of the panel.

-- Users have a schema of their own, because the log-in library (better-auth) names its tables and
-- columns.
create schema auth;

-- On a cluster each node has a copy of merchants and key pairs: they are read on every request and
-- rarely written.
create table merchants (
  merchant_id uuid primary key,
  username text not null unique check (username ~ '^[a-z0-9_.-]{3,30}$'),
  name text not null check (length(name) between 1 and 200),
  document text not null,
  city text not null default 'SAO PAULO',
  status text not null check (status in ('pending_kyc', 'active', 'rejected', 'suspended')),
  is_sandbox boolean not null default false,
  fee_basis_points bigint not null check (fee_basis_points between 0 and 10000),
  fee_fixed_centavos bigint not null check (fee_fixed_centavos >= 0),
  payout_fee_centavos bigint not null check (payout_fee_centavos >= 0),
  created_at timestamptz not null,
  -- A reinstatement restores the status before the suspension, so that it never approves a
  -- merchant.
  status_before text check (status_before in ('pending_kyc', 'active', 'rejected')),
  suspended_at timestamptz,
  suspension_reason text check (length(suspension_reason) between 1 and 500),
  -- The money of paid charges may become available some days after the payment (the settlement
  -- delay), and a part of it later still (the reserve). The operator sets both for each merchant.
  settlement_delay_days bigint not null default 0 check (settlement_delay_days between 0 and 365),
  -- Whether the delay counts business days: Brazil's bank days.
  settlement_business_days boolean not null default false,
  reserve_basis_points bigint not null default 0 check (reserve_basis_points between 0 and 10000),
  reserve_days bigint not null default 0 check (reserve_days between 0 and 365),
  bucket_id text not null default 'b0' references buckets,
  -- A merchant can move to another bucket. Meanwhile its changes are refused with 503. The column
  -- is committed before the move, so a move that was interrupted is seen and continued.
  moves_to text references buckets,
  check (status = 'suspended' or num_nonnulls(status_before, suspended_at) = 0),
  check (suspended_at is not null or suspension_reason is null),
  constraint merchants_reserve check ((reserve_basis_points = 0) = (reserve_days = 0)),
  constraint merchants_sandbox_settles
    check (not is_sandbox or settlement_delay_days = 0 and reserve_days = 0)
);

create unique index merchants_one_sandbox on merchants (is_sandbox) where is_sandbox;

-- Operators search merchants by words of these texts.
create index merchants_by_words
  on merchants using gin (search_words(username || ' ' || name || ' ' || document));
create index merchants_by_status on merchants (status, merchant_id);
create index merchants_suspended on merchants (merchant_id) where status = 'suspended';

-- The verification of the ledger lists the merchants of a bucket in the order of their ids, some
-- hundred at a time.
create index merchants_in_bucket on merchants (bucket_id, merchant_id);

-- The merchant of the public sandbox. Bodies of functions are texts: as an expression the body
-- would be bound to a table that Citus renames when it places it on a node.
create function sandbox_merchant() returns uuid language sql stable as $$
  select merchant_id from public.merchants where is_sandbox
$$;

-- Every username of a sign-up, also when no account was opened: if the username stayed free, it
-- would reveal that the e-mail already had an account.
create table claimed_usernames (
  username text primary key,
  claimed_at timestamptz not null
);

-- Key pairs of merchants.
create table credentials (
  client_id text primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('test', 'live')),
  name text not null,
  -- The secret is 256 random bits, so a plain SHA-256 is as good as a slow hash (ASVS 6.5.2).
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  rate_limit_per_minute bigint check (rate_limit_per_minute > 0),
  created_at timestamptz not null,
  revoked_at timestamptz,
  -- What a key pair may do, and from where: its scopes and its network addresses. Null means every
  -- scope and every address.
  scopes text[]
    check (cardinality(scopes) > 0 and scopes <@ array['charges:read', 'charges:write',
      'refunds:read', 'refunds:write', 'payouts:read', 'payouts:write', 'transfers:read',
      'transfers:write', 'disputes:read', 'disputes:write', 'webhooks:read', 'webhooks:write',
      'balance:read', 'payment_links:read', 'payment_links:write', 'customers:read',
      'customers:write']),
  addresses inet[] check (cardinality(addresses) between 1 and 50),
  -- The requests of the key live in the time of the clock. A clock that is deleted unbinds its
  -- keys.
  test_clock_id uuid,
  -- A program can watch the requests of its key (GET /v1/requests/stream). The row that
  -- authenticates a request says whether it is to be recorded, so requests of other keys cost
  -- nothing more.
  watched_until timestamptz,
  -- The split of charges whose requests can name none: those of the Central Bank's API.
  default_split json,
  constraint credentials_clock_is_of_test check (test_clock_id is null or environment = 'test')
);

create index credentials_of_merchant on credentials (merchant_id, environment);
create index credentials_by_test_clock on credentials (test_clock_id)
  where test_clock_id is not null;

-- The use of each key by hour.
create table credential_usage (
  merchant_id uuid not null,
  client_id text not null,
  hour timestamptz not null,
  requests bigint not null check (requests > 0),
  last_used_at timestamptz not null,
  primary key (merchant_id, client_id, hour)
);

-- Rows older than two days are deleted every hour.
create index credential_usage_by_hour on credential_usage (hour);

-- The KYC application of a merchant, with its documents, submissions and decisions. A merchant has
-- one application; each submission is a row, so that its decision is kept.
create table kyc_applications (
  merchant_id uuid primary key references merchants,
  application_id uuid not null,
  status text not null check (status in ('draft', 'submitted', 'approved', 'rejected')),
  -- Fields may be missing in a draft, not in a submitted application.
  kind text check (kind in ('person', 'company')),
  legal_name text,
  tax_id text,
  postal_code text,
  street text,
  street_number text,
  complement text,
  district text,
  city text,
  state text,
  responsible_name text,
  responsible_tax_id text,
  responsible_birth_date date,
  responsible_role text,
  submission_count bigint not null default 0 check (submission_count >= 0),
  created_at timestamptz not null,
  -- The instant of the last change of status: the order of the operators' queue.
  status_since timestamptz not null,
  unique (merchant_id, application_id),
  check (status = 'draft' or submission_count > 0),
  check (status = 'draft' or num_nulls(kind, legal_name, tax_id, postal_code, street, street_number,
    district, city, state, responsible_name, responsible_tax_id, responsible_birth_date) = 0),
  check (status = 'draft' or length(tax_id) = case kind when 'person' then 11 else 14 end),
  check (status = 'draft' or kind = 'person' or responsible_role is not null)
);

create index kyc_applications_queue on kyc_applications (status, status_since, application_id);
create index kyc_applications_by_id on kyc_applications (application_id, merchant_id);

-- What was submitted and how operators decided.
create table kyc_submissions (
  merchant_id uuid not null references kyc_applications,
  number bigint not null check (number > 0),
  submitted_at timestamptz not null,
  submitted_by text not null,
  decision text check (decision in ('approved', 'rejected')),
  reason text,
  decided_at timestamptz,
  decided_by text,
  primary key (merchant_id, number),
  check (num_nulls(decision, decided_at, decided_by) in (0, 3)),
  check ((reason is not null) = (decision is not distinct from 'rejected'))
);

-- The files of an application.
create table kyc_documents (
  merchant_id uuid not null references kyc_applications,
  document_id uuid not null,
  kind text not null,
  name text not null,
  content_type text not null
    check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes bigint not null check (size_bytes between 1 and 5242880),
  -- AES-256-GCM, bound to the id of the document: backups and queries show no content.
  sealed_content bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, document_id)
);

-- Encrypted content can't be compressed; the attempt would take a second.
alter table kyc_documents alter column sealed_content set storage external;

-- The address of a merchant, which charges with a due date show to payers: that of its approved
-- application, until the merchant or an operator changes it.
create table merchant_addresses (
  merchant_id uuid primary key references merchants,
  postal_code text not null check (postal_code ~ '^[0-9]{8}$'),
  street text not null check (length(street) between 1 and 255),
  street_number text not null check (length(street_number) between 1 and 255),
  complement text check (length(complement) between 1 and 255),
  district text not null check (length(district) between 1 and 255),
  city text not null check (length(city) between 1 and 255),
  state text not null check (state ~ '^[A-Z]{2}$'),
  changed_at timestamptz not null
);

-- A row of `merchants` is on each node of a cluster, and a trigger may not lock it there.
-- Concurrent changes of a team wait for a number instead.
create function refuse_team_without_owner() returns trigger language plpgsql as $$
declare
  merchant uuid := case when tg_op = 'INSERT' then new.merchant_id else old.merchant_id end;
begin
  perform pg_advisory_xact_lock(7316096, hashtext(merchant::text));
  if exists (select from auth.memberships where merchant_id = merchant)
    and not exists (
      select from auth.memberships where merchant_id = merchant and role = 'owner')
  then
    raise exception 'a merchant with members needs an owner'
      using errcode = 'restrict_violation', constraint = 'team_has_owner';
  end if;
  return null;
end
$$;

-- There is always an operator who may add others.
create function refuse_platform_without_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7316095);
  if not exists (select from auth."user" where "operatorRole" = 'admin') then
    raise exception 'the platform needs an admin'
      using errcode = 'restrict_violation', constraint = 'user_platform_has_admin';
  end if;
  return null;
end
$$;

-- The users of the panel: members of merchants, and operators.
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
  -- An operator's role on the platform. A member has a role in each of its memberships.
  "operatorRole" text check ("operatorRole" in ('support', 'finance', 'admin')),
  -- When a user's second factor was turned off or set up again: production money waits a day after
  -- it.
  "factorReplacedAt" timestamptz,
  -- The language in which the user reads the panel, for mails; null before the first log-in.
  "language" text check ("language" in ('pt-BR', 'en')),
  constraint user_check2 check (("role" = 'operator') = ("operatorRole" is not null))
);

create index user_by_words on auth."user" using gin (search_words("email"))
  where "role" = 'merchant';

-- Every start checks whether there is an operator.
create index user_operators on auth."user" ("role") where "role" = 'operator';

-- The list of operators.
create index operators on auth."user" ("id") where "operatorRole" is not null;

create trigger user_platform_has_admin_update after update of "operatorRole" on auth."user"
  for each row when (old."operatorRole" = 'admin' and new."operatorRole" is distinct from 'admin')
  execute function refuse_platform_without_admin();
create trigger user_platform_has_admin_delete after delete on auth."user"
  for each row when (old."operatorRole" = 'admin')
  execute function refuse_platform_without_admin();

-- Which person belongs to which merchant's team, with its role there. A person can be in several
-- teams; a user without a membership is deleted.
create table auth.memberships (
  merchant_id uuid not null references merchants (merchant_id),
  user_id text not null references auth."user" ("id") on delete cascade,
  role text not null
    check (role in ('owner', 'finance', 'developer', 'accountant', 'viewer', 'till')),
  created_at timestamptz not null,
  -- When the person last chose this merchant in the panel; a log-in opens the one chosen last.
  chosen_at timestamptz,
  primary key (merchant_id, user_id)
);

create index memberships_of_user on auth.memberships (user_id);

create trigger team_has_owner_insert after insert on auth.memberships
  for each row when (new.role <> 'owner') execute function refuse_team_without_owner();
create trigger team_has_owner_update after update of role, merchant_id on auth.memberships
  for each row when (old.role = 'owner'
    and (new.role <> 'owner' or new.merchant_id <> old.merchant_id))
  execute function refuse_team_without_owner();
create trigger team_has_owner_delete after delete on auth.memberships
  for each row when (old.role = 'owner') execute function refuse_team_without_owner();

-- Who is logged in.
create table auth."session" (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth."user" ("id") on delete cascade,
  -- The merchant that the person acts for in this session; null for operators. The session ends
  -- with the membership.
  merchant_id uuid,
  constraint session_membership foreign key (merchant_id, "userId")
    references auth.memberships (merchant_id, user_id) on delete cascade
);

create index session_of_user on auth."session" ("userId");

-- Expired sessions are deleted, oldest first; this index finds them.
create index session_by_expiry on auth."session" ("expiresAt");

-- How a user logs in: a password, as its hash.
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

-- Log-ins that wait for their second factor.
create table auth."verification" (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create index verification_by_identifier on auth."verification" ("identifier");

-- For a change of password, which deletes the log-ins that wait for their second factor.
create index verification_by_value on auth."verification" ("value");

-- The second factor of a user.
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

-- The library's counts of attempts.
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

-- Links that set a new password. Only the digests of their tokens are stored.
create table auth.password_resets (
  token_sha256 bytea primary key,
  -- Null for an e-mail without an account: the row is written only so that both answers take
  -- equally long.
  user_id text references auth."user" ("id") on delete cascade,
  expires_at timestamptz not null
);

create index password_resets_of_user on auth.password_resets (user_id);
create index password_resets_expiry on auth.password_resets (expires_at);

-- Invitations to a merchant's team. Only the digests of their tokens are stored. An invitation that
-- expired stays pending until it is revoked or deleted; its token opens nothing.
create table auth.invitations (
  id uuid primary key,
  merchant_id uuid not null references merchants (merchant_id),
  email text not null check (email = lower(email)),
  member_role text not null
    check (member_role in ('owner', 'finance', 'developer', 'accountant', 'viewer', 'till')),
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

-- An operator may see a merchant's panel as the merchant sees it, without changing anything, for
-- some minutes. The view belongs to the operator's session.
create table merchant_views (
  session_id text primary key,
  merchant_id uuid not null references merchants,
  expires_at timestamptz not null
);

create index merchant_views_expiry on merchant_views (expires_at);
create index merchant_views_merchant on merchant_views (merchant_id);

-- A proposal is decided once and never changed.
create function operator_proposals_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'waiting' and new.state <> 'waiting'
    and (new.id, new.kind, new.merchant_id, new.environment, new.subject, new.amount_centavos,
        new.reason, new.parameters, new.request_key, new.proposed_by, new.proposed_by_name,
        new.created_at, new.expires_at)
      is not distinct from (old.id, old.kind, old.merchant_id, old.environment, old.subject,
        old.amount_centavos, old.reason, old.parameters, old.request_key, old.proposed_by,
        old.proposed_by_name, old.created_at, old.expires_at) then
    return new;
  end if;
  raise exception 'a proposal is decided once and never changed'
    using errcode = 'restrict_violation';
end
$$;

-- Decisions that need two operators: one proposes an action, another approves or rejects it. What
-- was proposed never changes, so the second operator approves exactly what it sees.
create table operator_proposals (
  id uuid primary key,
  kind text not null
    check (kind in ('balance_adjustment', 'payout_resolution', 'refund_resolution',
      'charge_payment')),
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The id of the payout or refund, the username of the merchant, or the end-to-end id of a payment.
  subject text not null,
  -- Signed for an adjustment: a debit is negative.
  amount_centavos bigint not null check (amount_centavos <> 0),
  reason text not null check (length(reason) between 1 and 500),
  -- What the approval executes, as canonical JSON.
  parameters text not null check (json_typeof(parameters::json) = 'object'),
  -- The caller's own key: a repeated request makes one proposal.
  request_key text unique,
  proposed_by text not null,
  proposed_by_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'rejected', 'expired')),
  decided_by text,
  decided_by_name text,
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null)),
  check ((state in ('approved', 'rejected')) = (decided_by is not null)),
  constraint operator_proposals_two_operators
    check (state <> 'approved' or decided_by <> proposed_by),
  constraint operator_proposals_approved_in_time
    check (state <> 'approved' or decided_at < expires_at)
);

create index operator_proposals_waiting on operator_proposals (id) where state = 'waiting';
create index operator_proposals_expiring on operator_proposals (expires_at)
  where state = 'waiting';

-- Two proposals about one payout or refund could contradict each other.
create unique index operator_proposals_one_a_subject on operator_proposals (subject, kind)
  where state = 'waiting' and kind <> 'balance_adjustment';

create trigger operator_proposals_decided_once before update or delete on operator_proposals
  for each row execute function operator_proposals_refuse_change();

-- In each bucket.

-- What operators write about a merchant for each other. Merchants don't see it.
create table merchant_notes (
  merchant_id uuid not null,
  id uuid not null,
  text text not null check (length(text) between 1 and 2000),
  author_id text,
  author_name text not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
