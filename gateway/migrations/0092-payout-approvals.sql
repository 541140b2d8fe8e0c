-- Payouts that wait for an approval: of a member of the merchant, or of the merchant's server.

alter table payouts drop constraint payouts_status_check,
  add constraint payouts_status_check
    check (status in ('awaiting_approval', 'pending', 'paid', 'failed'));

drop trigger payouts_legal_transition on payouts;
create trigger payouts_legal_transition before update of status on payouts
  for each row when (old.status is distinct from new.status
    and not (old.status = 'failed' and new.status = 'paid' and new.is_late))
  execute function refuse_illegal_transition('awaiting_approval > pending',
    'awaiting_approval > failed', 'pending > paid', 'pending > failed');

create table payout_approvals (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  payout_id uuid not null,
  -- The rule that asked for it: the amount, or the amount to a new destination.
  cause text not null check (cause in ('amount', 'new_destination')),
  status text not null check (status in ('waiting', 'approved', 'rejected', 'expired')),
  -- The user who requested the payout; null for a key pair.
  created_by text,
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- The user who decided, or the name of the merchant's server.
  decided_by text,
  primary key (merchant_id, environment, payout_id),
  check ((status = 'waiting') = (decided_at is null))
);

create index payout_approvals_waiting on payout_approvals (merchant_id, environment, payout_id)
  where status = 'waiting';
create index payout_approvals_expiring on payout_approvals (expires_at) where status = 'waiting';

create trigger payout_approvals_legal_transition before update of status on payout_approvals
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('waiting > approved', 'waiting > rejected',
    'waiting > expired');

-- The server of a merchant that is asked before a payout is sent.
create table payout_approval_servers (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- Binds the sealed secret to this row.
  id uuid not null unique,
  url text not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment)
);

-- Each question to a merchant's server, with its answer.
create table payout_approval_calls (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  payout_id uuid not null,
  url text not null,
  is_approved boolean not null,
  duration_ms bigint not null,
  response_status bigint,
  response_excerpt text,
  failure text,
  called_at timestamptz not null,
  primary key (merchant_id, environment, id)
);
