-- In each bucket: batches of payouts from a file. A batch is checked and stored first; the payouts of
-- a confirmed batch are created in one transaction, and wait for one decision if any needs approval.

create table payout_batches (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  file_name text not null,
  file_sha256 bytea not null,
  status text not null check (status in ('checked', 'awaiting_approval', 'released', 'rejected')),
  -- What each line says, with its errors and warnings.
  lines json not null,
  line_count bigint not null check (line_count between 1 and 1000),
  error_count bigint not null check (error_count between 0 and line_count),
  total_centavos bigint not null check (total_centavos >= 0),
  fee_centavos bigint not null check (fee_centavos >= 0),
  -- The same file was confirmed before.
  is_repeated boolean not null,
  -- The balance did not suffice when the file was checked.
  is_balance_short boolean not null,
  created_by_name text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The user, who may not approve it.
  confirmed_by text,
  -- Until when it can be approved.
  expires_at timestamptz,
  decided_by_name text,
  decided_at timestamptz,
  primary key (merchant_id, environment, id),
  check ((status = 'checked') = (confirmed_at is null)),
  constraint confirmed_batches_have_no_errors check (status = 'checked' or error_count = 0)
);
create index payout_batches_awaiting on payout_batches (merchant_id, environment, id)
  where status = 'awaiting_approval';
create index payout_batches_unconfirmed on payout_batches (created_at) where status = 'checked';

create trigger payout_batches_legal_transition before update of status on payout_batches
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('checked > awaiting_approval', 'checked > released',
    'awaiting_approval > released', 'awaiting_approval > rejected');

alter table payouts
  add column batch_id uuid,
  add column batch_line bigint;
-- A line of a batch is paid once.
create unique index payouts_of_batch on payouts (batch_id, batch_line, merchant_id, environment)
  where batch_id is not null;

-- Approvals of a batch are decided together.
alter table payout_approvals add column batch_id uuid;
drop index payout_approvals_waiting;
create index payout_approvals_waiting on payout_approvals (merchant_id, environment, payout_id)
  where status = 'waiting' and batch_id is null;
create index payout_approvals_of_batch on payout_approvals (batch_id, merchant_id, environment)
  where batch_id is not null;
