-- What leaves a balance: payouts with their controls, refunds, transfers and adjustments.

-- Leases for work at a bank that one process at a time may do. A lease ends by itself.
create table bank_leases (
  name text primary key,
  busy_until timestamptz not null
);

insert into bank_leases (name, busy_until) values ('payouts', '-infinity');

-- Stops of payouts: while one is in force, no payout of its scope is sent. The platform's stop has
-- the platform's id. A stop that was resumed stays until the payouts that waited for it are due
-- again.
create table payout_stops (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  stopped_by text not null check (stopped_by in ('merchant', 'operator')),
  stopped_at timestamptz not null,
  actor_name text not null,
  reason text,
  resumed_at timestamptz,
  primary key (merchant_id, environment, stopped_by),
  constraint platform_stop_is_live
    check (
      merchant_id <> '00000000-0000-0000-0000-000000000000'
      or (environment = 'live' and stopped_by = 'operator'))
);

-- A request key adjusts one balance only, though each bucket has adjustments of its own.
create table balance_adjustment_keys (
  request_key text primary key
);

-- A balance adjustment is never changed.
create function balance_adjustments_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a balance adjustment is never changed' using errcode = 'restrict_violation';
end
$$;

-- In each bucket.

-- Payouts: money of a merchant that the bank sends. It is reserved in the ledger before it is sent.
create table payouts (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  external_id text,
  -- The daily reset frees the external_id of the sandbox's payouts.
  is_external_id_released boolean not null default false,
  status text not null check (status in ('awaiting_approval', 'pending', 'paid', 'failed')),
  amount_centavos bigint not null check (amount_centavos between 1 and 999999999999),
  fee_centavos bigint not null check (fee_centavos >= 0),
  pix_key text not null,
  pix_key_type text not null check (pix_key_type in ('cpf', 'cnpj', 'email', 'phone', 'random')),
  beneficiary_name text not null,
  beneficiary_document text not null,
  webhook_url text,
  event_count bigint not null default 0,
  created_at timestamptz not null,
  due_at timestamptz,
  paid_at timestamptz,
  end_to_end_id text,
  failure_code text,
  failure_message text,
  -- How often a worker has claimed the payout: from the second claim on it asks the bank first.
  send_count bigint not null default 0,
  returned_centavos bigint not null default 0
    constraint payouts_check2 check (returned_centavos between 0 and amount_centavos),
  -- When the bank is asked next about a payout that has ended here.
  check_due_at timestamptz,
  -- The last attempt without a clear answer of the bank; null while the bank can't have got the
  -- order. A refusal or "not found" after such an attempt is not final: the bank may still have the
  -- first attempt in a queue.
  uncertain_at timestamptz,
  -- The bank has shown it once: it is never sent again, even when the bank denies it later.
  is_known_at_bank boolean not null default false,
  -- The bank paid it after it had failed here.
  is_late boolean not null default false,
  -- The number of checks in a row without an answer of the bank.
  check_count bigint not null default 0,
  -- Of a suspended merchant what was not sent yet is held. It is sent when the merchant is
  -- reinstated or an operator releases it; or an operator cancels it.
  held_at timestamptz,
  -- Set when an operator releases it while its merchant is suspended.
  released_at timestamptz,
  client_id text,
  -- Set while the payout waits because payouts are stopped.
  stopped_at timestamptz,
  -- The limit for one payout when it was requested.
  limit_centavos bigint,
  -- Whether it is part of payout_totals; payouts of versions without limits are not.
  is_counted boolean not null default false,
  -- It is not sent before: its destination is new to the merchant.
  waits_until timestamptz,
  -- What two operators decided about an order that the bank doesn't explain. A later word of the
  -- bank is stronger: it reverses the decision.
  resolution text check (resolution in ('paid', 'not_paid', 'reversed')),
  resolved_at timestamptz,
  -- When the bank said the same.
  resolution_confirmed_at timestamptz,
  -- Set when an operator has seen the reversal.
  reversal_seen_at timestamptz,
  -- The beneficiary that the payout was counted for; null when its key was not saved.
  beneficiary_id uuid,
  batch_id uuid,
  batch_line bigint,
  -- After a restore the bank may have an order that is still open here. When it is rejected,
  -- expires or is cancelled, it is withdrawn: the bank is asked about it, and it fails for this
  -- reason only if the bank doesn't have it. A withdrawn order is never sent.
  withdrawn_code text,
  withdrawn_message text,
  primary key (merchant_id, environment, id),
  check ((status = 'paid') = (paid_at is not null)),
  check ((status = 'failed') = (failure_code is not null)),
  constraint payouts_late_only_when_paid check (not is_late or status = 'paid'),
  constraint payouts_within_limit check (amount_centavos <= limit_centavos),
  constraint payouts_resolved_at_check check ((resolution is null) = (resolved_at is null)),
  constraint payouts_resolution_fits_status
    check (case resolution
      when 'paid' then status = 'paid' and not is_late
      when 'not_paid' then status = 'failed' or is_late
      when 'reversed' then status = 'failed' or is_late
      else true end),
  constraint payouts_withdrawn_check
    check ((withdrawn_code is null) = (withdrawn_message is null))
) with (
  autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create index payouts_due on payouts (due_at) where status = 'pending';
create unique index payouts_external_id on payouts (external_id, merchant_id, environment)
  where external_id is not null and not is_external_id_released;
create index payouts_by_end_to_end_id on payouts (end_to_end_id, merchant_id, environment)
  where end_to_end_id is not null;
create index payouts_by_status on payouts (status, merchant_id, environment, id)
  where status <> 'paid';

-- For the live payouts that ended on a day.
create index payouts_live_paid on payouts (paid_at)
  where environment = 'live' and paid_at is not null;
create index payouts_live_failed on payouts (created_at)
  where environment = 'live' and status = 'failed';
create index payouts_check_due on payouts (check_due_at) where check_due_at is not null;

-- A bank's call-back names a payout without its merchant: the payout is found by the instant in its
-- id, as charges are.
create index payouts_live_by_instant on payouts (created_at) where environment = 'live';
create index payouts_never_sent on payouts (merchant_id)
  where status = 'pending' and environment = 'live' and uncertain_at is null and held_at is null
    and released_at is null;
create index payouts_held on payouts (id) where status = 'pending' and held_at is not null;

-- The bank's list of sent payouts has only their ids, without the merchant.
create index payouts_live_by_id on payouts (id) where environment = 'live';
create index payouts_stopped on payouts (environment, merchant_id)
  where status = 'pending' and stopped_at is not null;
create index payouts_unsent on payouts (environment, merchant_id)
  where status = 'pending' and uncertain_at is null and stopped_at is null;

-- The destinations that a merchant has paid.
create index payouts_paid_destinations on payouts (pix_key, merchant_id, environment, id)
  where status = 'paid';
create index payouts_at_bank on payouts (id)
  where status = 'pending' and environment = 'live' and uncertain_at is not null;

-- Reconciliation compares these each day until the bank confirms them.
create index payouts_unconfirmed on payouts (resolved_at)
  where resolution in ('paid', 'not_paid') and resolution_confirmed_at is null;
create index payouts_reversed on payouts (id)
  where resolution = 'reversed' and reversal_seen_at is null;

-- A line of a batch is paid once.
create unique index payouts_of_batch on payouts (batch_id, batch_line, merchant_id, environment)
  where batch_id is not null;

-- A payout or refund that failed here and that the bank made later becomes paid or done, with
-- `is_late`.
create trigger payouts_legal_transition before update of status on payouts
  for each row when (old.status is distinct from new.status
    and not (old.status = 'failed' and new.status = 'paid' and new.is_late))
  execute function refuse_illegal_transition('awaiting_approval > pending',
    'awaiting_approval > failed', 'pending > paid', 'pending > failed');

-- Money that the receiving bank sent back after a payout was paid, as a whole or in parts.
create table payout_returns (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  payout_id uuid not null,
  -- The bank's id of the return (RtrId): each return is booked once.
  return_id text not null,
  -- The reference of its posting.
  id uuid not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  created_at timestamptz not null,
  primary key (merchant_id, environment, payout_id, return_id)
);

-- For the verification of the ledger.
create index payout_returns_by_id on payout_returns (id);

-- Limits of payouts. Null is no limit. A merchant's raise stands as 'pending' until it has effect.
create table payout_limits (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  set_by text not null check (set_by in ('operator', 'merchant', 'pending')),
  per_payout_centavos bigint check (per_payout_centavos >= 0),
  per_day_centavos bigint check (per_day_centavos >= 0),
  per_night_centavos bigint check (per_night_centavos >= 0),
  approval_above_centavos bigint check (approval_above_centavos >= 0),
  new_destination_approval_above_centavos bigint
    check (new_destination_approval_above_centavos >= 0),
  new_destination_wait_minutes bigint not null default 0
    check (new_destination_wait_minutes between 0 and 10080),
  effective_at timestamptz,
  -- Payouts to other keys are refused.
  only_saved_beneficiaries boolean not null default false,
  primary key (merchant_id, environment, set_by),
  check ((set_by = 'pending') = (effective_at is not null))
);

-- What was requested in a day, or in the night that began on a day, less what has failed. The limit
-- is the one that the last payout was counted against.
create table payout_totals (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  period text not null check (period in ('day', 'night')),
  starts_on date not null,
  requested_centavos bigint not null check (requested_centavos >= 0),
  limit_centavos bigint,
  primary key (merchant_id, environment, starts_on, period),
  constraint payouts_within_period check (requested_centavos <= limit_centavos)
) with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

create index payout_totals_starts_on on payout_totals (starts_on);

-- A payout that waits for the decision of a member or of the merchant's server.
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
  -- When the merchant's approval server may be asked next, by the database's clock, which all
  -- processes share; null when there is no server. A process that asks moves it to the end of its
  -- lease.
  ask_at timestamptz,
  -- Approvals of a batch are decided together.
  batch_id uuid,
  -- The name of the user who requested the payout; null for a key pair.
  requested_by text,
  -- The amount above which the rule asks; null when only the sum of a batch passes it.
  limit_centavos bigint,
  -- Why the member rejected it, if the member said so.
  reason text,
  primary key (merchant_id, environment, payout_id),
  check ((status = 'waiting') = (decided_at is null)),
  constraint payout_approvals_limit_centavos_check check (limit_centavos >= 0),
  constraint payout_approvals_reason_check check (length(reason) between 1 and 200)
);

create index payout_approvals_expiring on payout_approvals (expires_at) where status = 'waiting';
create index payout_approvals_to_ask on payout_approvals (ask_at)
  where status = 'waiting' and ask_at is not null;
create index payout_approvals_waiting on payout_approvals (merchant_id, environment, payout_id)
  where status = 'waiting' and batch_id is null;
create index payout_approvals_of_batch on payout_approvals (batch_id, merchant_id, environment)
  where batch_id is not null;

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

-- Each call of a merchant's approval server, with its answer.
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

-- The worker deletes old calls.
create index payout_approval_calls_called on payout_approval_calls (called_at);

-- Saved beneficiaries of payouts, with limits of their own.
create table payout_beneficiaries (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  name text not null,
  document text not null,
  pix_key text not null,
  pix_key_type text not null check (pix_key_type in ('cpf', 'cnpj', 'email', 'phone', 'random')),
  -- Null is no limit.
  per_payout_centavos bigint check (per_payout_centavos > 0),
  per_day_centavos bigint check (per_day_centavos > 0),
  created_at timestamptz not null,
  removed_at timestamptz,
  -- A key is saved once; removed beneficiaries stay for their payouts.
  saved_key text generated always as (case when removed_at is null then pix_key end) stored,
  primary key (merchant_id, environment, id)
);

-- Lists read only those that are saved, however many were removed.
create index payout_beneficiaries_list on payout_beneficiaries (merchant_id, environment, id)
  where removed_at is null;
create unique index payout_beneficiaries_saved
  on payout_beneficiaries (saved_key, merchant_id, environment);

-- What was requested in a day of Brasília for a key that was saved, less what has failed. It goes
-- by the key, so that removing and saving a beneficiary again doesn't begin the day anew.
create table payout_beneficiary_totals (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  starts_on date not null,
  pix_key text not null,
  requested_centavos bigint not null check (requested_centavos >= 0),
  -- The one that the last payout was counted against.
  limit_centavos bigint,
  primary key (merchant_id, environment, starts_on, pix_key),
  constraint payouts_within_beneficiary_day check (requested_centavos <= limit_centavos)
);

create index payout_beneficiary_totals_starts_on on payout_beneficiary_totals (starts_on);

-- Batches of payouts from a file. A batch is checked and stored first; the payouts of a confirmed
-- batch are created in one transaction, and wait for one decision if any needs approval.
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
  -- Why the member rejected it, if the member said so.
  reason text,
  primary key (merchant_id, environment, id),
  check ((status = 'checked') = (confirmed_at is null)),
  constraint confirmed_batches_have_no_errors check (status = 'checked' or error_count = 0),
  constraint payout_batches_reason_check check (length(reason) between 1 and 200)
);

create index payout_batches_awaiting on payout_batches (merchant_id, environment, id)
  where status = 'awaiting_approval';
create index payout_batches_unconfirmed on payout_batches (created_at) where status = 'checked';

create trigger payout_batches_legal_transition before update of status on payout_batches
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('checked > awaiting_approval', 'checked > released',
    'awaiting_approval > released', 'awaiting_approval > rejected');

-- Automatic payouts of a merchant to a saved beneficiary.
create table automatic_payouts (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  beneficiary_id uuid not null,
  -- Every day at an hour, on a day of the week at an hour, or above a balance.
  rule text not null check (rule in ('daily', 'weekly', 'above')),
  -- By Brasília's clocks.
  hour bigint not null check (hour between 0 and 23),
  -- 0 is Sunday.
  weekday bigint not null check (weekday between 0 and 6),
  above_centavos bigint not null check (above_centavos >= 0),
  -- What stays in the balance.
  keep_centavos bigint not null check (keep_centavos >= 0),
  -- Null when it is off. The row is locked by the process that runs it.
  next_run_at timestamptz,
  changed_at timestamptz not null,
  primary key (merchant_id, environment)
);

create index automatic_payouts_due on automatic_payouts (next_run_at)
  where next_run_at is not null;

-- What became of each run of an automatic payout.
create table automatic_payout_runs (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  -- The rule with its day, or its instant: it runs once.
  period text not null,
  payout_id uuid,
  amount_centavos bigint check (amount_centavos > 0),
  -- Why there is no payout: a code of a refusal, or `balance_too_low`.
  skip_reason text,
  ran_at timestamptz not null,
  primary key (merchant_id, environment, id),
  check ((payout_id is null) = (skip_reason is not null)),
  check ((payout_id is null) = (amount_centavos is null))
);

create unique index automatic_payout_runs_once
  on automatic_payout_runs (period, merchant_id, environment);

-- Old runs are deleted by it. Above an amount there can be one every minute.
create index automatic_payout_runs_ran_at on automatic_payout_runs (ran_at);

-- What the members of a merchant must be told by mail about payouts, until the mail is written. A
-- row that counts stays after its mail: it holds the instant before which no other is written.
create table payout_notices (
  -- The platform's id stands for its operators.
  merchant_id uuid not null,
  kind text not null
    check (kind in ('awaiting', 'rejected', 'expired', 'failed', 'stopped', 'resumed',
      'raise_asked', 'raise_valid', 'beneficiary', 'automatic_skipped')),
  -- Empty for rows that count; otherwise each change has a row of its own.
  subject text not null,
  payout_count bigint not null check (payout_count >= 0),
  amount_centavos bigint not null check (amount_centavos >= 0),
  -- The user who requested all of the payouts; null when there are several or a key pair did.
  requested_by text,
  details jsonb not null,
  -- Infinity when there is nothing to tell.
  due_at timestamptz not null,
  quiet_until timestamptz not null,
  primary key (merchant_id, kind, subject)
);

create index payout_notices_due on payout_notices (due_at);

-- Refunds (devoluções): money of a payment that goes back to its payer, from the balance of the
-- origin and, for a split charge, of its recipients. It is reserved in the ledger before the bank
-- is asked. The columns that payouts have too mean the same.
create table refunds (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  charge_id uuid not null,
  status text not null check (status in ('pending', 'done', 'failed')),
  amount_centavos bigint not null check (amount_centavos > 0),
  -- The amount of the origin; the rest is in refund_allocations.
  origin_centavos bigint not null check (origin_centavos between 0 and amount_centavos),
  -- The origin refunds the recipients' shares too.
  merchant_absorbs boolean not null,
  reason text check (length(reason) between 1 and 140),
  -- The end-to-end id of the payment.
  end_to_end_id text not null,
  -- How often a worker has claimed it.
  send_count bigint not null default 0,
  created_at timestamptz not null,
  due_at timestamptz,
  done_at timestamptz,
  return_id text,
  failure_code text,
  failure_message text,
  uncertain_at timestamptz,
  is_known_at_bank boolean not null default false,
  is_late boolean not null default false,
  -- When the bank is asked next whether it made a failed refund after all.
  check_due_at timestamptz,
  check_count bigint not null default 0,
  held_at timestamptz,
  released_at timestamptz,
  client_id text,
  resolution text check (resolution in ('paid', 'not_paid', 'reversed')),
  resolved_at timestamptz,
  resolution_confirmed_at timestamptz,
  reversal_seen_at timestamptz,
  withdrawn_code text,
  withdrawn_message text,
  primary key (merchant_id, environment, id),
  check ((status = 'pending') = (due_at is not null)),
  check ((status = 'done') = (done_at is not null)),
  check ((status = 'failed') = (failure_code is not null)),
  constraint refunds_late_only_when_done check (not is_late or status = 'done'),
  constraint refunds_resolved_at_check check ((resolution is null) = (resolved_at is null)),
  constraint refunds_resolution_fits_status
    check (case resolution
      when 'paid' then status = 'done' and not is_late
      when 'not_paid' then status = 'failed' or is_late
      when 'reversed' then status = 'failed' or is_late
      else true end),
  constraint refunds_withdrawn_check
    check ((withdrawn_code is null) = (withdrawn_message is null))
) with (
  autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02
);

create index refunds_due on refunds (due_at) where status = 'pending';
create index refunds_of_charge on refunds (charge_id, merchant_id, environment, id);
create index refunds_by_status on refunds (status, merchant_id, environment, id);

-- Refunds are compared with the bank too: which ended on a day, and which are of a payment.
create index refunds_live_done on refunds (done_at)
  where environment = 'live' and done_at is not null;
create index refunds_live_failed on refunds (created_at)
  where environment = 'live' and status = 'failed';
create index refunds_by_end_to_end_id on refunds (end_to_end_id);
create index refunds_check_due on refunds (check_due_at) where check_due_at is not null;
create index refunds_never_sent on refunds (merchant_id)
  where status = 'pending' and environment = 'live' and uncertain_at is null and held_at is null
    and released_at is null;
create index refunds_held on refunds (id) where status = 'pending' and held_at is not null;
create index refunds_at_bank on refunds (id)
  where status = 'pending' and environment = 'live' and uncertain_at is not null;

-- An operator names a refund by its id alone, as the list of stuck refunds shows it.
create index refunds_live_by_id on refunds (id) where environment = 'live';
create index refunds_unconfirmed on refunds (resolved_at)
  where resolution in ('paid', 'not_paid') and resolution_confirmed_at is null;
create index refunds_reversed on refunds (id)
  where resolution = 'reversed' and reversal_seen_at is null;

create trigger refunds_legal_transition before update of status on refunds
  for each row when (old.status is distinct from new.status
    and not (old.status = 'failed' and new.status = 'done' and new.is_late))
  execute function refuse_illegal_transition('pending > done', 'pending > failed');

-- What each recipient of a share bears of a refund.
create table refund_allocations (
  merchant_id uuid not null,
  environment text not null,
  refund_id uuid not null,
  recipient_id uuid not null check (recipient_id <> merchant_id),
  amount_centavos bigint not null check (amount_centavos > 0),
  primary key (merchant_id, environment, refund_id, recipient_id)
);

create index refund_allocations_borne on refund_allocations (recipient_id, environment, refund_id);

-- Daily totals of refunds, updated by the transactions in which refunds end. The home page sums
-- them, because counting all refunds at every visit would be too slow. Days are those of Brasília.
create table refund_days (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  -- Count and sum of the refunds that were done on this day.
  refunded_count bigint not null check (refunded_count >= 0),
  refunded_centavos bigint not null check (refunded_centavos >= 0),
  primary key (merchant_id, environment, day)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

-- Money of one merchant that goes to another inside the platform, without the bank.
create table transfers (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  recipient_id uuid not null check (recipient_id <> merchant_id),
  amount_centavos bigint not null check (amount_centavos between 1 and 999999999999),
  description text,
  created_at timestamptz not null,
  primary key (merchant_id, environment, id)
);

create index transfers_received on transfers (recipient_id, environment, id);

-- Changes of a merchant's balance that are no transaction: an operator credits or debits it, blocks
-- and releases an amount, undoes a wrong assignment; or the bank reverses what operators had
-- resolved.
create table balance_adjustments (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The reference of its postings.
  id uuid not null,
  kind text not null
    check (kind in ('adjustment', 'hold', 'release', 'unassignment', 'refund_reversal', 'dispute')),
  -- Signed: what the merchant loses is negative. A hold and a release move their amount.
  amount_centavos bigint not null check (amount_centavos <> 0),
  -- The part of a debit that `available` did not cover.
  debt_centavos bigint not null
    check (debt_centavos >= 0 and debt_centavos <= greatest(-amount_centavos, 0)),
  -- The part of a hold that was blocked at once.
  blocked_centavos bigint not null
    check (blocked_centavos >= 0 and (kind = 'hold' or blocked_centavos = 0)),
  reason text not null check (length(reason) between 1 and 500),
  -- The operator's own reference, an end-to-end id, or the id of a refund.
  reference text check (length(reference) between 1 and 200),
  hold_id uuid,
  -- The caller's own key: a repeated request changes the balance once.
  request_key text unique,
  -- The proposal that two operators decided; it is executed once.
  proposal_id uuid unique,
  created_at timestamptz not null,
  primary key (merchant_id, environment, id),
  check ((kind in ('hold', 'release')) = (hold_id is not null)),
  check (kind not in ('hold', 'release', 'refund_reversal') or amount_centavos > 0),
  check (kind <> 'unassignment' or amount_centavos < 0),
  check (kind <> 'dispute' or amount_centavos < 0)
);

-- The verification of the platform's scope knows only the id.
create unique index balance_adjustments_by_id on balance_adjustments (id);
create index balance_adjustments_of_hold on balance_adjustments (hold_id)
  where hold_id is not null;

create trigger balance_adjustments_append_only before update or delete on balance_adjustments
  for each statement execute function balance_adjustments_refuse_change();
create trigger balance_adjustments_append_only_truncate before truncate on balance_adjustments
  for each statement execute function balance_adjustments_refuse_change();

-- The merchant's names of refunds by the Central Bank's API, unique for a payment for ever. The row
-- is written with its refund, which has this id.
create table api_pix_returns (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  end_to_end_id text not null,
  name text not null check (name ~ '^[a-zA-Z0-9]{1,35}$'),
  refund_id uuid not null,
  nature text not null check (nature in ('ORIGINAL', 'RETIRADA')),
  -- The amount in centavos: another one under the same name is another refund.
  requested bigint not null check (requested > 0),
  primary key (merchant_id, environment, end_to_end_id, name)
);
